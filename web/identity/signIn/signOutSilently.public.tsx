import { endNow } from '../identity.session.ts'

/** A partner's address said logOut: signed out, and to where this deployment ends. */
export const signOutSilently = (): Promise<void> => endNow()
