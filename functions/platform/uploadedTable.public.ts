import type { FileProblem } from '#shared/kit/checkedFile.ts'
import { ObjectMissing, putObject } from '#functions/kit/objects.ts'
import { bookOf, tableIn } from '#functions/kit/workbook.ts'
import type { TableRow } from '#functions/kit/xlsx.rows.ts'
import { readUpload, UploadTooLarge } from './upload.public.ts'

/**
 * The rows of a list that was uploaded, or in words what is wrong with the file. What the store fails on is no fault of the
 * file, and is thrown.
 */
export const uploadedTable = async ({
  key,
  fileName,
}: {
  key: string
  fileName: string
}): Promise<TableRow[] | { fault: string }> => {
  const bytes = await readUpload(key).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return { fault: '文件没有上传完成，请重新上传' }
    if (error instanceof UploadTooLarge) return { fault: '文件太大，请分成几个上传' }
    throw error
  })
  if ('fault' in bytes) return bytes
  return tableIn(bytes, fileName).catch(() => ({
    fault: '文件打不开，或者超过5000行：请用 Excel 另存为 .xlsx 或 .csv 后重新上传',
  }))
}

/** All that is wrong with the rows of such a file, as a workbook to be offered. */
export const problemFile = async (key: string, fileName: string, problems: readonly FileProblem[]) => {
  const lines = problems.map((f) => [String(f.row || ''), f.column, f.text])
  const sheet = await bookOf([{ name: '问题', rows: [['行', '列', '问题'], ...lines] }])
  await putObject(key, sheet, { type: 'application/octet-stream', replace: true })
  return { key, name: `${fileName.replace(/\.[^.]*$/, '')}-问题.xlsx`, size: sheet.byteLength }
}
