/** Of how many candidates an exam is large. Tests make them small, to see a large one with few students. */
export const examSizes = {
  /** Up to so many are copied while the exam's creator waits; more are a job's. */
  copied: 2000,
  /** Up to so many are read whole where a part of them is asked for. */
  read: 1000,
}
