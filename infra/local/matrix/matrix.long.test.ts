/** The whole matrix: dead tokens of every person at every call, too. */
import './matrix.test.ts'
