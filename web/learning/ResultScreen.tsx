import { makeStyles, tokens } from '@fluentui/react-components'
import { useRef } from 'react'
import { useParams } from 'react-router'
import { ownResult } from '#shared/analysis/analysis.calls.ts'
import { correctionText } from '#shared/analysis/corrections.rules.ts'
import { stateNames } from '#shared/analysis/transcript.rules.ts'
import { percent, points } from '#shared/analysis/report.words.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate } from '#shared/kit/time.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { examPaths } from '#web/exam/exam.paths.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { examResultsPath, ownResultsPath, resultPath } from './learning.paths.ts'
import { besideText, lackedText, unmarkedText } from './resultWords.ts'
import { Advice } from './parts/Advice.tsx'
import { Appeals } from './parts/Appeals.tsx'
import { PaperImages } from './parts/PaperImages.tsx'
import { Questions } from './parts/Questions.tsx'

type Result = OutputOf<typeof ownResult>

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXL },
  hero: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBrandBackground2,
  },
  score: {
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  full: { color: tokens.colorNeutralForeground2 },
  lacked: { flexBasis: '100%', color: tokens.colorStatusDangerForeground1 },
  rank: { marginLeft: 'auto', fontVariantNumeric: 'tabular-nums' },
  meter: {
    flexBasis: '100%',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
  },
  filled: { height: '100%', backgroundColor: tokens.colorBrandBackground },
  corrections: { margin: 0, padding: 0, listStyleType: 'none', color: tokens.colorNeutralForeground1 },
  facts: { margin: 0, color: tokens.colorNeutralForeground3 },
})

const Hero = ({ result }: { result: Result }) => {
  const styles = useStyles()
  // Sat, and the score is not among what is shown.
  if (!result.scored && result.state === 'present')
    return (
      <div className={styles.hero}>
        <span className={styles.score}>{result.level ?? '已评阅'}</span>
        <span className={styles.full}>
          {result.level === null ? '老师没有公布这场考试的分数。' : '这场考试公布等级，不公布分数。'}
        </span>
      </div>
    )
  if (result.total === null)
    return (
      <div className={styles.hero}>
        <span className={styles.score}>{stateNames[result.state]}</span>
        <span className={styles.full}>
          {result.state === 'unmarked' ? unmarkedText : '这场考试没有成绩；如有疑问请联系老师。'}
        </span>
      </div>
    )
  const share = result.total / result.fullScore
  const lacked = lackedText(result)
  return (
    <div className={styles.hero}>
      <span className={styles.score}>{showScore(result.total)}</span>
      <span className={styles.full}>
        分 / 满分 {showScore(result.fullScore)}（{percent(share)}）{result.level !== null && ` · 等级${result.level}`}
      </span>
      {result.rank !== null && (
        <span className={styles.rank}>
          第 {result.rank} 名{result.candidates !== null && ` / ${result.candidates} 人`}
        </span>
      )}
      {result.classMean !== undefined && <span className={styles.rank}>本班平均 {points(result.classMean)} 分</span>}
      {result.rankBand !== null && <span className={styles.rank}>{result.rankBand}</span>}
      {lacked && <span className={styles.lacked}>{lacked}</span>}
      <div className={styles.meter} aria-hidden="true">
        <div className={styles.filled} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

export const ResultScreen = () => {
  const { paperId } = useParams()
  if (!paperId)
    return (
      <ChoosePaper title="我的成绩" released pathOf={(_exam, paper) => resultPath(paper)} examTo={ownResultsPath} />
    )
  return <Own paperId={paperId as PaperId} />
}

/** All that is shown of a result. */
export const Whole = ({ result }: { result: Result }) => {
  const styles = useStyles()
  const paper = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.all}>
      <p className={styles.facts}>
        {result.courseName} · {showDate(result.examDate)} · {result.className} · {result.studentName}
        {besideText(result) && ` · ${besideText(result)}`}
      </p>
      <Hero result={result} />
      {result.corrections && (
        <ul className={styles.corrections} aria-label="成绩更正">
          {result.corrections.map((c) => (
            <li key={c.at}>{correctionText(c)}</li>
          ))}
        </ul>
      )}
      <Advice result={result} />
      <Questions
        items={result.items}
        unanswered={result.unanswered}
        ofTotal={result.ofTotal}
        onPaper={result.pages.length > 0 ? () => paper.current?.scrollIntoView() : undefined}
      />
      <div ref={paper}>
        <PaperImages pages={result.pages} items={result.items} />
      </div>
    </div>
  )
}

const Own = ({ paperId }: { paperId: PaperId }) => (
  <DetailScreen
    call={ownResult}
    input={{ paperId }}
    title={(result) => result.examName}
    untitled="我的成绩"
    above={[{ name: '考试', to: examPaths.list }]}
    width="narrow"
    freshMs={300_000}
    actions={({ examId }) => (examId ? [{ name: '全部科目', to: examResultsPath(examId) }] : [])}
    refused={({ message }) => ({
      title: message,
      text: '成绩发布后会在这里看到，请过些时候再来。',
      action: { name: '返回考试列表', to: examPaths.list },
    })}
  >
    {(result) => (
      <>
        <Whole result={result} />
        <Appeals paperId={paperId} result={result} />
      </>
    )}
  </DetailScreen>
)
