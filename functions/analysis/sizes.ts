import { mostEdits } from '#shared/analysis/changes/change.types.ts'

/** How large cohorts are cut. Tests make them small, to see many shards with few students. */
export const sizes = {
  /** Students of a shard: some 30 MB of rows while it is computed. */
  part: 1000,
  /** Students of slices whose stretch of the journal is looked through together: a look asks all of its shards. */
  look: 100,
  /** Results of one object: some 80 KB that a student's screen reads. */
  pack: 20,
  /** Lines of a stretch of the sorted transcript. */
  range: 2000,
  /** Class figures of one object. */
  classes: 200,
  /** Students whose scans are measured together. */
  scans: 500,
  /** Students whose scores one request computes; more are a job's. */
  request: 5000,
  /** Lines that a request keeps while it looks for a page of them. */
  lines: 5000,
  /** Appeals of one change set: what is over is the next one's. */
  gathered: mostEdits,
  /** Lines that an export sorts in memory: some 60 MB. */
  sorted: 50_000,
}
