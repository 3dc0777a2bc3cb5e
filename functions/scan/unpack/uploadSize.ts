import { sizeOf } from '#functions/kit/objects.ts'

/**
 * Size of an uploaded file, or null when it is not there. A role that may not list a folder is told 403, not 404, of
 * what it lacks; the grant to read it is sure.
 */
export const uploadSize = async (key: string): Promise<number | null> => {
  try {
    return await sizeOf(key)
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 403) return null
    throw error
  }
}
