import { sendEmpty, sendXml, s3Namespace } from '../exchange.ts'
import { Failure, noSuchBucket } from '../failure.ts'
import { xmlDocument } from '../xml.ts'
import type { Exchange, Warehouse } from '../exchange.ts'
import type { Place } from '../stores.types.ts'

/** Answers `PUT /bucket`. Source: AmazonS3 API_CreateBucket. */
export function createBucket(house: Warehouse, exchange: Exchange): void {
  const { bucket } = exchange
  exchange.require('s3:CreateBucket', { key: null })
  exchange.request.resume()
  makeBucket(house, bucket)
  sendEmpty(exchange, 200, { location: `/${bucket}` })
}

/** Creates a bucket. Throws InvalidBucketName, BucketAlreadyOwnedByYou. */
export function makeBucket(house: Warehouse, bucket: string): void {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || bucket.includes('..')) {
    throw new Failure('InvalidBucketName', 'The specified bucket is not valid.', 400, { BucketName: bucket })
  }
  house.catalogue.transaction(() => {
    if (house.catalogue.hasBucket(bucket)) {
      throw new Failure(
        'BucketAlreadyOwnedByYou',
        'Your previous request to create the named bucket succeeded and you already own it.',
        409,
      )
    }
    house.catalogue.addBucket(bucket, house.now())
  })
}

/** Answers `HEAD /bucket`. Source: AmazonS3 API_HeadBucket. */
export function headBucket(house: Warehouse, exchange: Exchange, place: Place): void {
  exchange.require('s3:ListBucket', { key: null })
  if (!house.catalogue.hasBucket(exchange.bucket)) throw noSuchBucket(exchange.bucket)
  sendEmpty(exchange, 200, { 'x-amz-bucket-region': place.region })
}

/** Answers `DELETE /bucket`. Source: AmazonS3 API_DeleteBucket. */
export function deleteBucket(house: Warehouse, exchange: Exchange): void {
  const { bucket } = exchange
  exchange.require('s3:DeleteBucket', { key: null })
  house.catalogue.transaction(() => {
    if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
    if (!house.catalogue.isEmpty(bucket)) {
      throw new Failure('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409, { BucketName: bucket })
    }
    house.catalogue.removeBucket(bucket)
  })
  sendEmpty(exchange, 204)
}

/** Answers `GET /`. Source: AmazonS3 API_ListBuckets. */
export function listBuckets(house: Warehouse, exchange: Exchange, place: Place): void {
  exchange.require('s3:ListAllMyBuckets', { bucket: '*', key: null })
  const Bucket = house.catalogue
    .buckets()
    .map(({ name, created }) => ({ Name: name, CreationDate: new Date(created).toISOString() }))
  const answer = { Owner: { ID: place.account }, Buckets: { Bucket } }
  sendXml(exchange, 200, xmlDocument('ListAllMyBucketsResult', answer, s3Namespace))
}

/** Answers `GET /bucket?location`. Source: AmazonS3 API_GetBucketLocation. */
export function bucketLocation(house: Warehouse, exchange: Exchange, place: Place): void {
  exchange.require('s3:GetBucketLocation', { key: null })
  if (!house.catalogue.hasBucket(exchange.bucket)) throw noSuchBucket(exchange.bucket)
  const region = place.region === 'us-east-1' ? '' : place.region
  sendXml(
    exchange,
    200,
    `<?xml version="1.0" encoding="UTF-8"?>\n<LocationConstraint xmlns="${s3Namespace}">${region}</LocationConstraint>`,
  )
}
