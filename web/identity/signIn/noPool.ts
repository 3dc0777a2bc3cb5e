/** In place of the user pool's client: nothing of it is reached, because the Authenticator's services are our own. */
const none = (): Promise<never> => Promise.reject(new Error('there is no user pool'))

export {
  none as associateWebAuthnCredential,
  none as autoSignIn,
  none as confirmResetPassword,
  none as confirmSignIn,
  none as confirmSignUp,
  none as confirmUserAttribute,
  none as deleteUser,
  none as fetchUserAttributes,
  none as getCurrentUser,
  none as listWebAuthnCredentials,
  none as resendSignUpCode,
  none as resetPassword,
  none as sendUserAttributeVerificationCode,
  none as signIn,
  none as signInWithRedirect,
  none as signOut,
  none as signUp,
  none as updatePassword,
}
