/** Every answer of the API: status 0 is success, anything else a problem's number with a Chinese message. */
export type Envelope<T = unknown> = { status: number; data: T; message: string }
