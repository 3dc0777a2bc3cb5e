/** The writer of zips, for rooms that bind several files into one. */
export { zipDirectory, zipPiece } from './export/zip.ts'
export type { ZipEntry } from './export/zip.ts'
