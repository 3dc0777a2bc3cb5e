import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { ExamStep } from '../steps.ts'

const narrow = '@media screen and (max-width: 700px)'
const useStyles = makeStyles({
  table: {
    borderCollapse: 'collapse',
    width: 'fit-content',
    maxWidth: '100%',
    fontSize: tokens.fontSizeBase300,
    backgroundColor: tokens.colorNeutralBackground1,
    [narrow]: { display: 'block', width: 'auto', '& thead': { display: 'none' }, '& tbody': { display: 'block' } },
  },
  th: {
    textAlign: 'left',
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: {
    height: '40px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    [narrow]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(6, 1fr)',
      alignItems: 'center',
      height: 'auto',
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
      gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    },
  },
  cell: {
    textAlign: 'left',
    padding: `0 ${tokens.spacingHorizontalM}`,
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
    [narrow]: { padding: 0 },
  },
  name: {
    fontWeight: tokens.fontWeightSemibold,
    [narrow]: { gridColumn: '1 / 5', gridRow: '1', whiteSpace: 'normal' },
  },
  full: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  // At 390 px the six steps are one line of glyphs over their names; what each says is said of the next one alone.
  step: {
    [narrow]: {
      gridRow: '2',
      '& span:has(svg)': { fontSize: 0 },
      '::after': {
        content: 'attr(data-head)',
        display: 'block',
        fontSize: tokens.fontSizeBase200,
        lineHeight: tokens.lineHeightBase200,
        color: tokens.colorNeutralForeground3,
      },
    },
  },
  next: {
    [narrow]: { gridColumn: '5 / 7', gridRow: '1', justifySelf: 'end', textAlign: 'right', whiteSpace: 'normal' },
  },
  link: {
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '24px',
    ':hover': { textDecorationLine: 'underline' },
  },
  spot: { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
  note: {
    margin: `${tokens.spacingVerticalXS} 0 0`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  untold: { color: tokens.colorNeutralForeground3 },
  ahead: { color: tokens.colorBrandForegroundLink },
})

export type MatrixRow = {
  key: string
  name: string
  /** The page of what the row is about. */
  nameTo?: string
  full: string
  steps: readonly ExamStep[]
  to: (key: ExamStep['key']) => string | null
  /** Where the row goes on: the step that is next, by the name of its place. */
  next?: { name: string; to: string | null } | undefined
}

/** Subjects, or exams, by steps: each cell leads to its place. */
export const Matrix = ({
  rows,
  of = '科目',
  note,
}: {
  rows: readonly MatrixRow[]
  of?: '科目' | '考试'
  /** Said under it, where a next step stands that cannot be pressed. */
  note?: string | undefined
}) => {
  const styles = useStyles()
  const [first] = rows
  if (!first) return null
  // Who has nothing to go on with in any row is shown no column of dashes.
  const leads = rows.some((r) => r.next !== undefined)
  const table = (
    <table className={styles.table} aria-label="各科进度">
      <thead>
        <tr>
          <th className={styles.th} scope="col">
            {of}
          </th>
          {first.steps.map((s) => (
            <th key={s.key} className={styles.th} scope="col">
              {s.head}
            </th>
          ))}
          {leads && (
            <th className={styles.th} scope="col">
              下一步
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={styles.row}>
            <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
              {row.nameTo ? (
                <Link className={mergeClasses(styles.link, styles.name)} to={row.nameTo}>
                  {row.name}
                </Link>
              ) : (
                row.name
              )}{' '}
              <span className={styles.full}>{row.full}</span>
            </th>
            {row.steps.map((s) => (
              <Cell key={s.key} step={s} to={row.to(s.key)} />
            ))}
            {leads && (
              <td className={mergeClasses(styles.cell, styles.next)}>
                {row.next?.to ? (
                  <Link className={mergeClasses(styles.link, styles.ahead)} to={row.next.to}>
                    {row.next.name}
                  </Link>
                ) : (
                  (row.next?.name ?? '—')
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return note && rows.some((r) => r.next?.to === null) ? (
    <>
      {table}
      <p className={styles.note}>{note}</p>
    </>
  ) : (
    table
  )
}

const Cell = ({ step, to }: { step: ExamStep; to: string | null }) => {
  const styles = useStyles()
  const mark =
    step.meaning === 'untold' ? (
      <span className={styles.untold}>—</span>
    ) : (
      <StateMark meaning={step.meaning} text={step.short} />
    )
  // What is seen stands in what is read out.
  const said = [step.short, `${step.name}：${step.text}`].filter(Boolean).join('，')
  return (
    <td className={mergeClasses(styles.cell, styles.step)} data-head={step.head} title={`${step.name}：${step.text}`}>
      {to ? (
        <Link className={styles.link} to={to} aria-label={said}>
          {mark}
        </Link>
      ) : (
        // As high as what can be pressed: the marks of a row stand on one line.
        <span className={styles.spot}>{mark}</span>
      )}
    </td>
  )
}
