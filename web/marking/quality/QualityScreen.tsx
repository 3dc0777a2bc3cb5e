import { makeStyles, tokens } from '@fluentui/react-components'
import { useLocation, useParams } from 'react-router'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { decimal } from '#shared/kit/score.ts'
import { certifyMarking, markingQuality } from '#shared/marking/quality/quality.calls.ts'
import type { MarkerQuality, QuestionQuality } from '#shared/marking/quality/quality.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import type { Column } from '#web/kit/screens/screen.types.ts'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import {
  markerPath,
  markingPaths,
  markingReportPath,
  qualityPath,
  remarkPath,
  samplesPath,
  seedsPath,
  trialReportPath,
} from '../marking.paths.ts'
import { monitorSiblings } from '../parts/monitorSiblings.ts'
import { basisText, findingsOf, meanText, severityText, shareText } from '../parts/quality.words.ts'

type Data = OutputOf<typeof markingQuality>

const useStyles = makeStyles({
  all: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXL },
  // The first rows begin within the 190 px that every list has, with what is said beside the head.
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  top: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalM },
  counting: { color: tokens.colorNeutralForeground3 },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  note: { margin: 0, color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
})

/** The bare address asks for a paper; as a marker's history of any, whose screen shows a marker the own marks, closed or not. */
export const QualityScreen = () => {
  const { examId, paperId } = useParams()
  if (useLocation().pathname === markingPaths.history) return <ChoosePaper title="我的阅卷记录" pathOf={qualityPath} />
  if (!examId || !paperId) return <ChoosePaper title="阅卷质量" tool="adjust-read-arrange" pathOf={qualityPath} />
  return <Quality examId={examId as ExamId} paperId={paperId as PaperId} />
}

const numberText = (n: number | null): string => (n === null ? '—' : decimal(n, 2))

const figures: Column<QuestionQuality>[] = [
  { key: 'number', name: '题号', width: 88, value: (q) => `第 ${q.number} 题` },
  { key: 'markers', name: '教师', unit: '人', number: true, width: 64, value: (q) => q.markers },
  { key: 'marked', name: '已评', unit: '次', number: true, width: 64, value: (q) => q.marked },
  { key: 'mean', name: '平均', unit: '分', number: true, width: 72, value: (q) => meanText(q.mean) },
  { key: 'sd', name: '标准差 s', unit: '分', number: true, width: 88, value: (q) => meanText(q.sd) },
  { key: 'zero', name: '零分', number: true, width: 64, value: (q) => shareText(q.zero) },
  { key: 'full', name: '满分', number: true, width: 64, value: (q) => shareText(q.full) },
]

/** Third marks: work, and in none of the figures beside it. */
const settled: Column<QuestionQuality> = {
  key: 'settled',
  name: '仲裁',
  unit: '次',
  number: true,
  width: 64,
  value: (q) => q.settled,
}

const pairs: Column<QuestionQuality>[] = [
  {
    key: 'pairs',
    name: '双评',
    unit: '份',
    number: true,
    width: 64,
    value: (q) => q.agreement?.pairs ?? '—',
  },
  {
    key: 'exact',
    name: '完全一致',
    number: true,
    width: 80,
    value: (q) => shareText(q.agreement?.exact),
  },
  {
    key: 'within',
    name: '分差以内',
    number: true,
    width: 80,
    value: (q) => shareText(q.agreement?.within),
  },
  {
    key: 'apart',
    name: '平均相差',
    unit: '分',
    number: true,
    width: 96,
    value: (q) => meanText(q.agreement?.apart ?? null),
  },
  {
    key: 'icc',
    name: '评分者信度',
    number: true,
    width: 96,
    value: (q) => numberText(q.agreement?.icc ?? null),
  },
]

const Questions = ({ data }: { data: Data }) => {
  const styles = useStyles()
  const twice = data.questions.some((q) => q.agreement)
  return (
    <section className={styles.section}>
      <h2 className={styles.head}>各题一致性</h2>
      <DataTable<QuestionQuality>
        label="各题一致性"
        rows={data.questions}
        rowKey={(q) => q.questionId}
        columns={[...figures, ...(data.questions.some((q) => q.settled > 0) ? [settled] : []), ...(twice ? pairs : [])]}
      />
      {twice && (
        <p className={styles.note}>
          评分者信度是组内相关系数 ICC(1,1)：两次评分相同的那部分差异，1 为完全一致，0.9 以上为好。
        </p>
      )}
    </section>
  )
}

const Markers = ({ data, examId, paperId }: { data: Data; examId: ExamId; paperId: PaperId }) => {
  const styles = useStyles()
  // However many are marked, there is nothing to hold them against.
  const alone = new Set(data.questions.flatMap((q) => (q.markers === 1 ? [q.questionId] : [])))
  const finding = (m: MarkerQuality) => findingsOf(m, alone.has(m.questionId))
  return (
    <section className={styles.section}>
      <div className={styles.top}>
        <h2 className={styles.head}>{data.mayManage ? '各教师宽严' : '我的宽严'}</h2>
        {data.counting && (
          <span role="status" className={styles.counting}>
            正在汇总，数字会自动更新。
          </span>
        )}
      </div>
      {data.markers.length === 0 ? (
        <EmptyState
          empty={{
            title: '还没有评分',
            text: data.mayManage ? '教师评分后，这里逐题比较各人的宽严。' : '您还没有评过这份试卷。',
          }}
        />
      ) : (
        <DataTable<MarkerQuality>
          label="各教师宽严"
          rows={data.markers}
          rowKey={(m) => `${m.userId} ${m.questionId}`}
          linkOf={(m) => markerPath({ examId, paperId, questionId: m.questionId, userId: m.userId })}
          columns={[
            { key: 'teacherName', name: '教师', width: 112, value: (m) => m.teacherName },
            { key: 'number', name: '题号', width: 88, value: (m) => `第 ${m.number} 题` },
            {
              key: 'finding',
              name: '判断',
              width: 152,
              value: (m) => finding(m).text,
              cell: (m) => <StateMark {...finding(m)} />,
            },
            { key: 'severity', name: '比他人', unit: '分', number: true, width: 136, value: severityText },
            { key: 'basis', name: '依据', width: 176, value: basisText },
            { key: 'marked', name: '已评', unit: '份', number: true, width: 80, value: (m) => m.marked },
            { key: 'mean', name: '平均', unit: '分', number: true, width: 88, value: (m) => meanText(m.mean) },
            {
              key: 'others',
              name: '他人平均',
              unit: '分',
              number: true,
              width: 112,
              value: (m) => meanText(m.othersMean),
            },
            {
              key: 'width',
              name: '给分宽度',
              number: true,
              width: 96,
              value: (m) => (m.width ? `${decimal(m.width.ratio * 100, 0)}%` : '—'),
            },
            { key: 'problems', name: '问题卷', unit: '份', number: true, width: 96, value: (m) => m.problems },
          ]}
        />
      )}
      <p className={styles.note}>
        “比他人”是同一批答案上比其他教师多给或少给的分数，±后是偶然可以相差的范围（3.3倍标准误，同时看很多教师和题目也很少超出），超出才判断偏严或偏松：双评的题比同一份答案的另一评，单评的题比客观题水平相近的考生。给分宽度以其他教师为
        100%；明显偏窄的可能在打“保险分”。
        {data.markers.some((m) => m.apart) &&
          '各评各班（校）时，班与班教得不同也在这个差里，±已计入各位教师之间的离散；同一题评的人不足 5 位不作判断。'}
        这些只作提示，是否调整请看答卷。
      </p>
    </section>
  )
}

/** How alike a paper is marked: each question's agreement, each marker's severity. */
const Quality = ({ examId, paperId }: { examId: ExamId; paperId: PaperId }) => {
  const styles = useStyles()
  const courseName = useCourseName(paperId)
  return (
    <DetailScreen
      call={markingQuality}
      input={{ paperId }}
      everyMs={15_000}
      title={() => [courseName, '阅卷质量'].filter(Boolean).join('　')}
      siblings={monitorSiblings(examId, paperId, 'quality')}
      actions={(data) => [
        // Before the others: the last one is the one in sight, and this is barred for as long as marking goes on.
        ...(data.markers.length > 0
          ? [
              {
                name: '阅卷工作证明',
                job: () => act(certifyMarking, { paperId }),
                barred: !data.closed && '阅卷结束以后才能开具阅卷工作证明',
              },
            ]
          : []),
        ...(data.mayManage
          ? [
              { name: '抽查评分', to: samplesPath(examId, paperId) },
              { name: '试评', to: trialReportPath(examId, paperId) },
              { name: '种子卷', to: seedsPath(examId, paperId) },
              { name: '请其他老师重评', to: remarkPath(examId, paperId) },
              { name: '质量报告', to: markingReportPath(examId, paperId) },
            ]
          : []),
      ]}
    >
      {(data) => (
        <div className={styles.all}>
          <Markers data={data} examId={examId} paperId={paperId} />
          <Questions data={data} />
        </div>
      )}
    </DetailScreen>
  )
}
