/** A refusal in S3's words: the code of its error list, the HTTP status, further elements of the answer. */
export class Failure extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, string>
  constructor(code: string, message: string, status: number, details: Record<string, string> = {}) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.status = status
    this.details = details
  }
}

export const accessDenied = (message = 'Access Denied'): Failure => new Failure('AccessDenied', message, 403)
export const noSuchKey = (key: string): Failure =>
  new Failure('NoSuchKey', 'The specified key does not exist.', 404, { Key: key })
export const noSuchBucket = (bucket: string): Failure =>
  new Failure('NoSuchBucket', 'The specified bucket does not exist', 404, { BucketName: bucket })
export const noSuchUpload = (): Failure =>
  new Failure(
    'NoSuchUpload',
    'The specified multipart upload does not exist. It may have been aborted or completed.',
    404,
  )
export const preconditionFailed = (condition: string): Failure =>
  new Failure('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412, {
    Condition: condition,
  })
export const invalidArgument = (message: string): Failure => new Failure('InvalidArgument', message, 400)
export const invalidRequest = (message: string): Failure => new Failure('InvalidRequest', message, 400)
export const malformedXml = (): Failure =>
  new Failure(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
    400,
  )
export const notBuilt = (what: string): Failure =>
  new Failure(
    'NotImplemented',
    `A header or query you provided implies functionality that is not implemented: ${what}`,
    501,
  )
