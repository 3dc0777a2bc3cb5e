/** The account under which the canary signs in: it has an identity of its own and nothing else. */
export const canaryAccount = 'qinghe-canary'
