/** An address without the slash at its end. */
export const bareOf = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path)
