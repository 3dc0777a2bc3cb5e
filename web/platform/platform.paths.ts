import { pathTo } from '#web/kit/route.types.ts'

export const platformPaths = {
  uploads: '/v2/center/file-upload',
  upload: '/v2/center/file-upload/:uploadId',
  processes: '/v2/center/data-process',
} as const

export const uploadPath = (uploadId: string): string => pathTo(platformPaths.upload, { uploadId })
