/** Small workbooks, for rooms that hand one out and take it back. */
export { bookOf, tableIn } from './workbook.ts'
