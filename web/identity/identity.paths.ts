/** Addresses of this room. */
export const identityPaths = { entry: '/', signIn: '/login' } as const
