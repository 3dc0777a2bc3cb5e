import { Button, MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useCallback, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { examDetail, restoreExam } from '#shared/exam/exam.calls.ts'
import { examStatus, markingProgress } from '#shared/exam/exam.types.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { examMaintainers } from '#shared/kit/people.ts'
import { showScore } from '#shared/kit/score.ts'
import { showDate } from '#shared/kit/time.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { markingPaths } from '#web/marking/marking.paths.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { pathTo } from '#web/kit/route.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { deleteBar, removeExam } from './ExamListScreen.tsx'
import { Candidates } from './parts/Candidates.tsx'
import { Matrix } from './parts/Matrix.tsx'
import { Results } from './parts/Results.tsx'
import { Totals } from './tools/Totals.tsx'
import { Counting, leadTo, nameOf, placeOf, rowsOf } from './parts/progress.tsx'
import type { Detail, Live, Told } from './parts/progress.tsx'
import {
  addLike,
  boardPath,
  examPaths,
  paperManagePath,
  questionSettingPath,
  rosterPath,
  schoolsPath,
  templatePath,
  toolboxPath,
} from './exam.paths.ts'
import { examTypeName, statusOf } from './states.ts'
import { calm, isFromFile, nextStep, othersGoOn } from './steps.ts'
import type { ExamStep } from './steps.ts'
import { useTools } from './tools/useTool.public.tsx'
import { arrangePath, monitorPath } from '#web/marking/marking.paths.ts'
import { reportPath, showsPath, togetherPath } from '#web/analysis/analysis.paths.ts'

/** Who may have marking of their own (the screen 阅卷). */
const markers = [-1, 1, 2, 3, 15, 18]

const useStyles = makeStyles({
  papers: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXL,
  },
  paper: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  more: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

type Paper = Detail['papers'][number]

/** `arranges`: who may do something there; who only looks is not led to a page of what is others'. */
const reports = (
  examId: ExamId,
  paper: Paper,
  { guest, arranges }: { guest: boolean; arranges: boolean },
): Action[] => {
  const of = { examId, paperId: paper.paperId }
  const barred = paper.status === examStatus.released ? null : '发布成绩后可查看'
  const marking: Action[] = [
    ...(!guest && paper.markingProgress >= markingProgress.marking
      ? [
          ...(arranges ? [{ name: '阅卷安排', to: arrangePath(of.paperId) }] : []),
          { name: '阅卷进度', to: monitorPath(of.examId, of.paperId) },
        ]
      : []),
  ]
  return [
    ...(barred === null ? [] : marking),
    { name: '成绩单', to: reportPath('transcript', of.examId, of.paperId), barred },
    { name: '班级对比', to: reportPath('classContrast', of.examId, of.paperId), barred },
    { name: '试卷分析', to: reportPath('paperAnalysis', of.examId, of.paperId), barred },
    { name: '考试总结', to: reportPath('summary', of.examId, of.paperId), barred },
    ...(barred === null ? marking : []),
  ]
}

/** What waits there, where the step's name does not say it: 安排阅卷 待安排 says it twice. */
const shortOf = ({ short }: ExamStep): string =>
  short && !short.includes('待') && short !== '有改动' && short !== '100%' ? ` ${short}` : ''

/** The worst paper's step, with what waits there: 处理存疑：数学 7页. */
const primaryOf = (data: Detail, live: Live): Action | undefined => {
  // What is being counted may have another next step: no button is offered that turns into another.
  if (data.papers.some((p) => live[p.paperId]?.counted === false)) return undefined
  for (const { paper, steps } of rowsOf(data, live)) {
    const step = nextStep(steps)
    if (!step) continue
    const name = nameOf(paper, step)
    const about = data.papers.length > 1 ? `：${paper.courseName}${shortOf(step)}` : ''
    return { name: `${name}${about}`, primary: true, to: leadTo(data.exam, paper, step) }
  }
  return undefined
}

/** Published papers that became other since, each with the way to publish it again. */
const Since = ({ data, live }: { data: Detail; live: Live }) =>
  rowsOf(data, live).flatMap(({ paper, steps }) => {
    const step = steps.find((s) => s.key === 'publish' && s.meaning === 'waits')
    return step && paper.status === examStatus.released ? (
      <MessageBar key={paper.paperId} intent="warning" layout="multiline">
        <MessageBarBody>
          {data.papers.length > 1 ? `${paper.courseName}：` : ''}
          {step.text}。<Link to={placeOf(data.exam, paper, 'publish')}>核对并重新发布</Link>
        </MessageBarBody>
      </MessageBar>
    ) : (
      []
    )
  })

const Overview = ({ data, live, arranges }: { data: Detail; live: Live; arranges: boolean }) => {
  const styles = useStyles()
  const all = rowsOf(data, live)
  const { mayManage, exam, guest } = data
  const acts = (paper: Paper) => reports(exam.examId, paper, { guest, arranges }).filter((a) => !a.barred)
  const out = data.papers.filter((p) => p.status === examStatus.released)
  // What is published has its results here; its steps fold into a line.
  const [unfolded, setUnfolded] = useState(false)
  const rows = unfolded ? all : all.filter(({ paper }) => paper.status !== examStatus.released)
  return (
    <div className={styles.papers}>
      <Since data={data} live={live} />
      {out.length > 0 && (
        <div data-list="">
          <Results data={data} papers={out} actionsOf={acts} />
        </div>
      )}
      {out.length > 0 && (
        <div className={styles.more}>
          <StateMark meaning="done" text={data.papers.length > 1 ? `${out.length}科已发布` : '各步骤已完成'} />
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={unfolded}
            onClick={() => setUnfolded((open) => !open)}
          >
            {unfolded ? '收起各步骤' : '查看各步骤'}
          </Button>
        </div>
      )}
      <div data-list="">
        <Matrix
          note={mayManage ? undefined : othersGoOn(exam.owner)}
          rows={rows.map(({ paper, steps }) => {
            const to = (key: ExamStep['key']) =>
              mayManage || (key === 'paper' && !guest) ? placeOf(exam, paper, key) : null
            const step = nextStep(steps)
            return {
              key: paper.paperId,
              name: paper.courseName,
              full: paper.fullScore > 0 ? `${showScore(paper.fullScore)}分` : '',
              steps: calm(steps, mayManage),
              to,
              ...(step
                ? {
                    next: {
                      name: `${nameOf(paper, step)}${shortOf(step)}`,
                      to: to(step.key) && leadTo(exam, paper, step),
                    },
                  }
                : {}),
            }
          })}
        />
      </div>
      {all
        .filter(({ paper }) => paper.status !== examStatus.released)
        .map(({ paper }) => ({ paper, open: acts(paper) }))
        .filter(({ open }) => open.length > 0)
        .map(({ paper, open }) => (
          <section key={paper.paperId} className={styles.paper} aria-label={paper.courseName}>
            <h2 className={styles.head}>{paper.courseName}</h2>
            <div className={styles.more}>
              {open.map((a) => (
                <ActionButton key={a.name} action={a} size="small" />
              ))}
            </div>
          </section>
        ))}
    </div>
  )
}

/** One exam: what stands where, the next step, its candidates. */
export const ExamScreen = () => {
  const navigate = useNavigate()
  const userType = useAsk(sessionUser, {}, { freshMs: 300_000 }).data?.userType
  const examId = ExamId.safeParse(useParams()['examId']).data
  const held = useTools(examId)
  const [live, setLive] = useState<Live>({})
  const tell = useCallback((paperId: string, told: Told) => setLive((all) => ({ ...all, [paperId]: told })), [])
  if (!examId)
    return (
      <NoticeScreen
        title="考试"
        empty={{ title: '考试不存在或已删除', action: { name: '返回考试列表', to: examPaths.list } }}
      />
    )
  const actions = (data: Detail): Action[] => {
    const { exam, mayManage } = data
    const released = exam.status === examStatus.released
    const first = data.papers[0]
    const summary: Action[] =
      released && first ? [{ name: '考试总结', primary: true, to: reportPath('summary', examId, first.paperId) }] : []
    const toolbox: Action = { name: '考试工具', to: toolboxPath(examId) }
    if (!mayManage) {
      const marks =
        markers.includes(userType ?? 0) && data.papers.some((p) => p.markingProgress === markingProgress.marking)
      const ahead = marks ? [{ name: '去阅卷', primary: true, to: markingPaths.tasks }] : summary
      // What was given in this exam, and what the type has of itself, is found where a manager finds it.
      return held && Object.keys(held).length > 0 ? [toolbox, ...ahead] : ahead
    }
    if (exam.deletedAt !== undefined)
      return [
        ...(data.forced ? [] : [{ name: '恢复考试', primary: true, run: () => act(restoreExam, { examId }) }]),
        { name: '强制删除', danger: true, to: pathTo(examPaths.maintenance, { examId }) },
      ]
    const ahead = primaryOf(data, live)
    const marked = data.papers.filter(
      (p) => p.markingProgress >= markingProgress.done && p.status !== examStatus.released,
    )
    return [
      toolbox,
      ...(marked.length > 1 ? [{ name: '各科一起发布', to: togetherPath(examId) }] : []),
      { name: '试卷管理', to: paperManagePath(examId) },
      { name: '命题', to: questionSettingPath(examId) },
      ...(exam.owner.startsWith('a:')
        ? [
            { name: '考试监控', to: boardPath(examId) },
            { name: '参加学校', to: schoolsPath(examId) },
            { name: '联考可见范围', to: showsPath(examId) },
          ]
        : []),
      ...(exam.owner.startsWith('s:')
        ? [
            { name: '考生名单', to: rosterPath(examId) },
            { name: '照此新建', to: addLike({ like: examId }) },
            { name: '存为模板', to: templatePath({ like: examId }) },
          ]
        : []),
      ...(examMaintainers.userTypes.includes(userType ?? 0) &&
      data.papers.some((p) => p.markingProgress >= markingProgress.marking)
        ? [{ name: '强制完成阅卷', danger: true, to: pathTo(examPaths.cut, { examId }) }]
        : []),
      // What has sheets is deleted with a reason; who may not is not offered it.
      ...(deleteBar(exam) ? [{ name: '强制删除', danger: true, to: pathTo(examPaths.maintenance, { examId }) }] : []),
      {
        name: '删除',
        danger: true,
        barred: deleteBar(exam, data.papers.every(isFromFile)),
        run: async () => {
          await removeExam(exam)
          await navigate(examPaths.list)
        },
      },
      ...(ahead ? [...summary.map((a) => ({ ...a, primary: false })), ahead] : summary),
    ]
  }
  return (
    <DetailScreen
      call={examDetail}
      input={{ examId }}
      title={({ exam }) => exam.examName}
      badge={({ exam }) => (exam.deletedAt === undefined ? statusOf(exam) : { text: '已删除', meaning: 'out' })}
      facts={({ exam }) => [
        { name: '类型', value: examTypeName(exam.examType) },
        { name: '年级', value: exam.gradeName },
        { name: '考试日期', value: showDate(exam.examDate) },
        ...(exam.schoolCount > 1 ? [{ name: '学校', value: `${exam.schoolCount}所` }] : []),
        { name: '班级', value: `${exam.classCount}个` },
        { name: '考生', value: `${exam.candidateCount}人` },
        { name: '创建人', value: exam.creatorName },
      ]}
      actions={actions}
      tabs={(data) => [
        {
          key: 'overview',
          name: '概览',
          content: () => (
            <>
              {data.papers.map((p) => (
                <Counting key={p.paperId} data={data} paper={p} tell={tell} />
              ))}
              <Overview data={data} live={live} arranges={data.mayManage || Boolean(held?.['adjust-read-arrange'])} />
            </>
          ),
        },
        ...(data.papers.length > 1 ? [{ key: 'totals', name: '总分', content: () => <Totals data={data} /> }] : []),
        {
          key: 'students',
          name: '考生',
          // Of a joint exam a school sees its own.
          ...(data.guest ? {} : { count: data.exam.candidateCount }),
          content: () => <Candidates examId={examId} />,
        },
      ]}
    />
  )
}
