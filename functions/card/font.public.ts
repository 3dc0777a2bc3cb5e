/** The printed fonts, cut to a text: for other rooms that make PDFs. */
export { cutFont } from './print/print.fonts.ts'
