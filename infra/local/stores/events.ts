import type { Place } from './stores.types.ts'

export type S3Event =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Post'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload'
  | 'ObjectRemoved:Delete'

/** One record of an event notification. Source: AmazonS3 User Guide, "Event message structure". */
export type S3EventRecord = {
  eventVersion: '2.1'
  eventSource: 'aws:s3'
  awsRegion: string
  eventTime: string
  eventName: S3Event
  userIdentity: { principalId: string }
  requestParameters: { sourceIPAddress: string }
  responseElements: { 'x-amz-request-id': string; 'x-amz-id-2': string }
  s3: {
    s3SchemaVersion: '1.0'
    configurationId: string
    bucket: { name: string; ownerIdentity: { principalId: string }; arn: string }
    object: { key: string; size?: number; eTag?: string; sequencer: string }
  }
}

export type EventSubject = { bucket: string; key: string; size?: number; etag?: string }

/** Builds a record. The key is URL-encoded with `+` for a space, as S3 sends it. */
export function eventRecord(
  name: S3Event,
  subject: EventSubject,
  facts: { place: Place; at: number; sequence: number; requestId: string; accessKeyId: string; address: string },
): S3EventRecord {
  const removed = name === 'ObjectRemoved:Delete'
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: facts.place.region,
    eventTime: new Date(facts.at).toISOString(),
    eventName: name,
    userIdentity: { principalId: facts.accessKeyId },
    requestParameters: { sourceIPAddress: facts.address },
    responseElements: { 'x-amz-request-id': facts.requestId, 'x-amz-id-2': facts.requestId },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'local',
      bucket: {
        name: subject.bucket,
        ownerIdentity: { principalId: facts.place.account },
        arn: `arn:${facts.place.partition}:s3:::${subject.bucket}`,
      },
      object: {
        key: encodeURIComponent(subject.key).replace(/%20/g, '+').replace(/%2F/g, '/'),
        ...(removed ? {} : { size: subject.size ?? 0, eTag: subject.etag ?? '' }),
        sequencer:
          facts.at.toString(16).padStart(12, '0').toUpperCase() +
          facts.sequence.toString(16).padStart(6, '0').toUpperCase(),
      },
    },
  }
}
