/** The same statistics in SQL: DuckDB with the same columns in its own memory, and the same number of threads. */
import type { PaperItem, PaperRows } from '#shared/analysis/stats/shard.ts'
import { fetchReference } from '../reference.ts'

/** The part of @duckdb/node-api that is used here. */
type Chunk = { setColumnValues: (column: number, values: readonly number[]) => void }
type Appender = { appendDataChunk: (chunk: Chunk) => void; closeSync: () => void }
type Connection = {
  run: (
    sql: string,
  ) => Promise<{ columnNames: () => string[]; getColumnsObjectJS: () => Promise<Record<string, unknown[]>> }>
  createAppender: (table: string) => Promise<Appender>
  closeSync: () => void
}
type DuckDb = {
  DuckDBInstance: {
    create: (path: string, options: Record<string, string>) => Promise<{ connect: () => Promise<Connection> }>
  }
  DuckDBDataChunk: { create: (types: readonly unknown[], rows: number) => Chunk }
  INTEGER: unknown
}

export type Answers = Record<
  'overall' | 'items' | 'options' | 'classes' | 'bands' | 'standings' | 'groups',
  Record<string, unknown[]>
>

const list = (items: readonly unknown[], of: (i: number) => string): string => items.map((_, i) => of(i)).join(', ')
const sum = (items: readonly unknown[], of: (i: number) => string): string => items.map((_, i) => of(i)).join(' + ')
const rates = (full: number): string =>
  [
    ['excellent', '>=', 0.85],
    ['good', '>=', 0.7],
    ['pass', '>=', 0.6],
    ['low', '<', 0.4],
  ]
    .map(([name, sign, share]) => `countif(total ${sign} ${full * Number(share)}) AS ${name}`)
    .join(', ')
const described = (full: number): string =>
  `count(*) AS n, avg(total) AS mean, stddev_pop(total) AS sigma, stddev_samp(total) AS s, min(total) AS least, max(total) AS most,
   quantile_cont(total, [0.25, 0.5, 0.75]) AS quartiles, ${rates(full)}`
/** n times the sum of products less the product of sums, over its like: what var and corr are made of. */
const spread = (xy: string, x: string, y: string): string => `(n * ${xy} - ${x} * ${y})`

/**
 * The statistics of one paper as statements. Every phrasing was tried in two or three ways and the quickest taken:
 * `countif` for `count(*) FILTER` (8 times), sums of squares and products for `corr` and `var_pop` (6 times), and no
 * table of totals, which takes longer to write than all that reads it.
 */
const statements = (table: string, items: readonly PaperItem[]): { name: keyof Answers | 'view'; sql: string }[] => {
  const full = items.reduce((n, i) => n + i.fullScore, 0)
  const k = items.length
  const coded = items.flatMap((item, i) => (item.options ? [i] : []))
  const t = `${table}_totals`
  const standing = `${table}_standing`
  const own = (i: number) => spread(`xx${i}`, `x${i}`, `x${i}`)
  const withTotal = (i: number) => spread(`xt${i}`, `x${i}`, 't')
  const whole = spread('tt', 't', 't')
  return [
    {
      name: 'view',
      sql: `CREATE OR REPLACE TEMP VIEW ${t} AS SELECT *, ${sum(items, (i) => `q${i}`)} AS total,
            ${items.flatMap((_, i) => (i % 2 ? [] : [`q${i}`])).join(' + ')} AS odd FROM ${table} WHERE here = 1`,
    },
    {
      name: 'overall',
      sql: `WITH a AS (SELECT ${described(full)}, sum(odd) AS o, sum(odd * odd) AS oo, sum(total - odd) AS e, sum((total - odd) * (total - odd)) AS ee,
            sum(total) AS t, sum(total::BIGINT * total) AS tt FROM ${t}),
            b AS (SELECT *, (n * oo::DOUBLE - o * o::DOUBLE) AS vo, (n * ee::DOUBLE - e * e::DOUBLE) AS ve, (n * tt::DOUBLE - t * t::DOUBLE) AS vt FROM a)
            SELECT *, (vt - vo - ve) / 2 / sqrt(vo) / sqrt(ve) AS halves, 2 * (1 - (vo + ve) / vt) AS guttman FROM b`,
    },
    {
      name: 'items',
      sql: `WITH a AS (SELECT count(*)::DOUBLE AS n, sum(total)::DOUBLE AS t, sum(total::BIGINT * total)::DOUBLE AS tt,
            ${list(items, (i) => `sum(q${i})::DOUBLE AS x${i}, sum(q${i} * q${i})::DOUBLE AS xx${i}, sum(q${i} * total)::DOUBLE AS xt${i}, countif(q${i} = 0) AS zero${i}, countif(q${i} = ${items[i]!.fullScore}) AS full${i}`)} FROM ${t}),
            b AS (SELECT *, ${whole} AS w, ${sum(items, own)} AS parts FROM a)
            SELECT ${k} / ${k - 1} * (1 - parts / w) AS alpha, ${list(
              items,
              (
                i,
              ) => `x${i} / n AS mean${i}, sqrt(${own(i)}) / n AS sigma${i}, sqrt(${own(i)} / n / (n - 1)) AS s${i}, zero${i}, full${i},
              ${withTotal(i)} / sqrt(${own(i)}) / sqrt(w) AS pb${i},
              (${withTotal(i)} - ${own(i)}) / sqrt(${own(i)}) / sqrt(w - 2 * ${withTotal(i)} + ${own(i)}) AS rest${i},
              ${k - 1} / ${k - 2} * (1 - (parts - ${own(i)}) / (w - 2 * ${withTotal(i)} + ${own(i)})) AS without${i}`,
            )} FROM b`,
    },
    {
      name: 'options',
      sql: `SELECT ${coded
        .map((i) => [
          ...Array.from({ length: items[i]!.options! }, (_, o) => `sum(c${i} >> ${o} & 1) AS o${i}_${o}`),
          `countif(c${i} = 0) AS o${i}_none`,
        ])
        .flat()
        .join(', ')} FROM ${table} WHERE here = 1`,
    },
    {
      name: 'classes',
      sql: `SELECT class, ${described(full)}, ${list(items, (i) => `avg(q${i}) / ${items[i]!.fullScore} AS rate${i}`)} FROM ${t} GROUP BY class ORDER BY class`,
    },
    {
      name: 'standings',
      sql: `CREATE OR REPLACE TEMP TABLE ${standing} AS WITH d AS (SELECT total, count(*) AS n FROM ${t} GROUP BY total)
            SELECT total, n, sum(n) OVER (ORDER BY total DESC) AS cumulative, cumulative - n + 1 AS place,
            100 * ((sum(n) OVER ()) - cumulative + n / 2) / (sum(n) OVER ()) AS pr,
            (total - m) / sd AS z FROM d, (SELECT avg(total) AS m, stddev_pop(total) AS sd FROM ${t})`,
    },
    {
      name: 'bands',
      sql: `SELECT class, total // 1000 AS section, CASE WHEN total >= ${0.85 * full} THEN 'A' WHEN total >= ${0.7 * full} THEN 'B' WHEN total >= ${0.6 * full} THEN 'C' WHEN total >= ${0.4 * full} THEN 'D' ELSE 'E' END AS level,
            CASE WHEN place <= 10 THEN 10 WHEN place <= 50 THEN 50 WHEN place <= 100 THEN 100 WHEN place <= 200 THEN 200 WHEN place <= 500 THEN 500 ELSE 0 END AS places,
            count(*) AS n FROM ${t} JOIN ${standing} USING (total) GROUP BY GROUPING SETS ((class, section), (class, level), (class, places), (section), (level))`,
    },
    {
      name: 'groups',
      // A student tied at a cut counts for the share that the group of 27 % still lacks.
      sql: `WITH sums AS (SELECT total, count(*) AS n, ${list(items, (i) => `sum(q${i}) AS x${i}`)} FROM ${t} GROUP BY total),
            places AS (SELECT *, sum(n) OVER (ORDER BY total DESC) - n AS above, sum(n) OVER (ORDER BY total) - n AS below, floor(0.27 * (sum(n) OVER ()) + 0.5) AS g FROM sums),
            weights AS (SELECT *, (greatest(0, least(n, g - above)) - greatest(0, least(n, g - below))) / n / g AS w FROM places)
            SELECT sum(w * total * n) / ${full} AS paper, ${list(items, (i) => `sum(w * x${i}) / ${items[i]!.fullScore} AS d${i}`)} FROM weights`,
    },
  ]
}
export type Duck = {
  load: (table: string, shards: readonly PaperRows[]) => Promise<void>
  /** Runs every statement of a paper, the results left in DuckDB's memory. */
  analyse: (table: string, items: readonly PaperItem[]) => Promise<void>
  /** The same with the results read. */
  answers: (table: string, items: readonly PaperItem[]) => Promise<Answers>
  close: () => void
}

/** DuckDB in memory, or null where it cannot be had. */
export const openDuck = async (threads: number): Promise<Duck | null> => {
  const duck = await fetchReference<DuckDb>('@duckdb/node-api', '1.5.6-r.1')
  if (!duck) return null
  const connection = await (await duck.DuckDBInstance.create(':memory:', { threads: String(threads) })).connect()
  return {
    load: async (table, shards) => {
      const { items } = shards[0]!
      const coded = items.flatMap((item, i) => (item.options ? [i] : []))
      const names = ['here', 'class', ...items.map((_, i) => `q${i}`), ...coded.map((i) => `c${i}`)]
      await connection.run(`CREATE TABLE ${table} (${names.map((n) => `${n} INTEGER`).join(', ')})`)
      const appender = await connection.createAppender(table)
      const k = items.length
      for (const { present, classOf, scores, chosen } of shards)
        for (let from = 0; from < present.length; from += 2048) {
          const count = Math.min(2048, present.length - from)
          const chunk = duck.DuckDBDataChunk.create(
            names.map(() => duck.INTEGER),
            count,
          )
          const column = (at: number, of: (row: number) => number): void =>
            chunk.setColumnValues(
              at,
              Array.from({ length: count }, (_, i) => of(from + i)),
            )
          column(0, (row) => present[row]!)
          column(1, (row) => classOf[row]!)
          items.forEach((_, i) => column(2 + i, (row) => scores[i * present.length + row]!))
          coded.forEach((item, i) => column(2 + k + i, (row) => chosen![item * present.length + row]!))
          appender.appendDataChunk(chunk)
        }
      appender.closeSync()
    },
    analyse: async (table, items) => {
      for (const { sql } of statements(table, items)) await connection.run(sql)
    },
    answers: async (table, items) => {
      const found: Partial<Answers> = {}
      for (const { name, sql } of statements(table, items)) {
        const result = await connection.run(sql)
        if (name !== 'view' && name !== 'standings') found[name] = await result.getColumnsObjectJS()
      }
      const standings = await connection.run(`SELECT * FROM ${table}_standing ORDER BY total DESC`)
      return { ...found, standings: await standings.getColumnsObjectJS() } as Answers
    },
    close: () => connection.closeSync(),
  }
}
