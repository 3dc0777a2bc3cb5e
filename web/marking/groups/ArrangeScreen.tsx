import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useCallback, useState } from 'react'
import { Link, useParams } from 'react-router'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { PaperId, QuestionId, UserId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { arrangement, saveArrangement } from '#shared/marking/marking.calls.ts'
import { setSchoolRule } from '#shared/marking/groups/class.calls.ts'
import { shortSaid } from '#shared/marking/groups/class.rules.ts'
import { setReadTime } from '#shared/marking/groups/group.calls.ts'
import { ReadTime, shownReadTime } from '#shared/marking/groups/readTime.rules.ts'
import { ruleOf, settleName } from '#shared/marking/settle.rules.ts'
import { paperPath } from '#web/exam/exam.paths.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import type { DialogForm, Wrong } from '#web/kit/parts/FormDialog.tsx'
import { Facts, Page } from '#web/kit/parts/Page.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { useDirtyGuard } from '#web/kit/parts/useDirtyGuard.ts'
import { unbalancedBy, unbalancedText } from '#shared/marking/ledger.words.ts'
import { doubtsPath, missingPath, scanPath } from '#web/scan/scan.paths.ts'
import { arrangePath, classPoolsPath, importScoresPath, intelligentPath, monitorPath } from '../marking.paths.ts'
import { byDefaultText, chosenForAll, loadText, unnamedText, withSchools } from '../parts/arrange.words.ts'
import { arrangeSiblings } from '../parts/arrangeSiblings.ts'
import { ruleName, schoolRuleName } from '../parts/class.words.ts'
import { peopleHidden } from '../parts/group.words.ts'
import { OpenMarking } from '../parts/OpenMarking.tsx'
import { PeopleCell } from '../parts/PeopleCell.tsx'

const useStyles = makeStyles({
  table: {
    display: 'grid',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: '80px 264px minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
    '@media (max-width: 700px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalXS },
  },
  head: {
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 700px)': { display: 'none' },
  },
  all: { backgroundColor: tokens.colorNeutralBackground2 },
  faint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  note: { margin: 0, color: tokens.colorNeutralForeground3 },
  load: { display: 'block' },
  own: { gridColumn: '1 / -1', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
})

type Data = OutputOf<typeof arrangement>
type Chosen = { markers: UserId[]; arbitrators: UserId[] }
const noPeople: Chosen = { markers: [], arbitrators: [] }
const stateNames = { draft: '未开启', open: '阅卷中', closing: '正在结束', closed: '已结束' } as const

const startOf = (data: Data): Record<string, Chosen> =>
  Object.fromEntries(
    data.questions.map((q) => {
      const own = data.arrangement.questions.find((x) => x.questionId === q.questionId)
      return [q.questionId, own ? { markers: own.markers, arbitrators: own.arbitrators } : noPeople]
    }),
  )

/** No arbitrator is left for an answer that is disputed: all of them mark every answer. */
const judgesOwn = (q: Data['questions'][number], { markers, arbitrators }: Chosen): boolean =>
  arbitrators.length > 0 &&
  markers.length > 0 &&
  markers.length <= q.markers &&
  arbitrators.every((u) => markers.includes(u))

type Draft = Record<string, Chosen> | null
const Arrange = (props: { paperId: PaperId; data: Data; draft: Draft; onDraft: (draft: Draft) => void }) => {
  const { paperId, data, draft, onDraft: setDraft } = props
  const styles = useStyles()
  const chosen = draft ?? startOf(data)
  const teachers = withSchools(data.teachers)
  const people = [
    ...teachers.map((t) => ({ ...t, ofCourse: true })),
    ...data.others.map((t) => ({ ...t, ofCourse: false })),
  ]
  const own = data.questions.map((q) => chosen[q.questionId] ?? noPeople)
  const forAll: Chosen = {
    markers: chosenForAll(own.map((o) => o.markers)) as UserId[],
    arbitrators: chosenForAll(own.map((o) => o.arbitrators)) as UserId[],
  }
  const hidden = peopleHidden({ ...data, joint: isJoint(data.arrangement) })
  const barred = !data.mayManage || ['closing', 'closed'].includes(data.arrangement.state)
  useDirtyGuard(useCallback(() => draft !== null, [draft]))
  const change = (ids: readonly QuestionId[], patch: Partial<Chosen>): void =>
    setDraft({ ...chosen, ...Object.fromEntries(ids.map((id) => [id, { ...(chosen[id] ?? noPeople), ...patch }])) })
  const save = async (): Promise<void> => {
    const questions = data.questions.map((q) => ({ questionId: q.questionId, ...(chosen[q.questionId] ?? noPeople) }))
    await act(saveArrangement, { paperId, questions, version: data.arrangement.version })
    setDraft(null)
    toast('success', '阅卷安排已保存')
  }
  const cells = (name: string, ids: readonly QuestionId[], of: Chosen) => (
    <>
      <PeopleCell
        label={`${name}阅卷教师`}
        short="阅卷"
        people={people}
        chosen={of.markers}
        byDefault={hidden ? '由考试管理者安排' : byDefaultText(teachers, isJoint(data.arrangement))}
        disabled={barred}
        onChange={(v) => change(ids, { markers: v as UserId[] })}
      />
      <PeopleCell
        label={`${name}仲裁教师`}
        short="仲裁"
        people={people}
        chosen={of.arbitrators}
        byDefault={hidden ? '由考试管理者安排' : '考试管理者'}
        disabled={barred}
        onChange={(v) => change(ids, { arbitrators: v as UserId[] })}
      />
    </>
  )
  return (
    <>
      {data.arrangement.state === 'draft' && (
        <p className={styles.note}>
          不选老师也可以开启：{unnamedText(data.arrangement)}
          。要分工就逐题选，改完先保存。双评分差过大的作答和老师标出的问题卷，由仲裁教师定分。
        </p>
      )}
      <div className={styles.table} role="group" aria-label="各题阅卷安排">
        <div className={`${styles.row} ${styles.head}`}>
          <span>题号</span>
          <span>评阅方式</span>
          <span>阅卷教师</span>
          <span>仲裁教师（组长）</span>
        </div>
        {data.questions.length > 1 && (
          <div className={`${styles.row} ${styles.all}`}>
            <span>全部题目</span>
            <span className={styles.faint}>一次设置所有题</span>
            {cells(
              '全部题目',
              data.questions.map((q) => q.questionId),
              forAll,
            )}
          </div>
        )}
        {data.questions.map((q) => (
          <div key={q.questionId} className={styles.row}>
            <span>第 {q.number} 题</span>
            <span className={styles.faint}>
              满分 {showScore(q.fullScore)} 分，
              {q.markers === 2 && !q.settle ? `双评，误差 ${showScore(q.tolerance)} 分内取平均` : settleName(ruleOf(q))}
              <span className={styles.load}>
                {loadText(q.answers, q.markers, chosen[q.questionId]?.markers.length || data.teachers.length)}
              </span>
            </span>
            {cells(`第${q.number}题`, [q.questionId], chosen[q.questionId] ?? noPeople)}
            {judgesOwn(q, chosen[q.questionId] ?? noPeople) && (
              <span className={styles.own}>
                仲裁教师自己也评这道题，而且每份都要评：他评过的答卷不能由他仲裁，请换一位或再加一位
              </span>
            )}
          </div>
        ))}
      </div>
      <div className={styles.actions}>
        <ActionButton
          action={{
            name: '保存安排',
            primary: draft !== null,
            barred: (barred && '没有权限或阅卷已结束') || (draft === null && '没有改动'),
            run: save,
          }}
        />
        <OpenMarking paperId={paperId} data={data} dirty={draft !== null} />
      </div>
    </>
  )
}

/** The bare address asks for a paper. */
export const ArrangeScreen = () => {
  const { paperId } = useParams() as { paperId?: PaperId }
  if (!paperId) return <ChoosePaper title="阅卷安排" tool="adjust-read-arrange" pathOf={(_, id) => arrangePath(id)} />
  return <ArrangePaper paperId={paperId} />
}

/** Each school marks its own, or none does: said before marking opens. */
const schoolRule = (paperId: PaperId, { arrangement: of }: OutputOf<typeof arrangement>, dirty: boolean): Action => {
  const own = of.ownSchools !== true
  return {
    name: own ? '改为各校自评' : '改为跨校评阅',
    barred: of.state !== 'draft' ? '阅卷已开启，答卷已经分发' : dirty && '请先保存安排',
    confirm: own
      ? '各校老师将只评本校的答卷，每所学校都要有申报并通过的阅卷老师；仲裁不分学校。开启阅卷后不能再改。'
      : '本校老师将不评本校的答卷，答卷由外校老师评。开启阅卷后不能再改。',
    run: async () => {
      await act(setSchoolRule, { paperId, ownSchools: own, version: of.version })
      toast('success', `已改为${schoolRuleName(own)}`)
    },
  }
}

const timesOf = ({ from, until }: { from: unknown; until: unknown }): ReadTime => ({
  ...(from ? { from: Number(from) } : {}),
  ...(until ? { until: Number(until) } : {}),
})

/** Between which times answers are handed out. */
const timing = (paperId: PaperId, { arrangement: { readTime = {}, version } }: Data): DialogForm => ({
  title: '阅卷时间',
  fields: [
    { name: 'from', label: '开始', kind: 'time', hint: '不填：开启阅卷后就可以评阅' },
    { name: 'until', label: '结束', kind: 'time', hint: '到时不再发放答卷，手上的可以评完；不填：到完成阅卷为止' },
  ],
  start: { from: readTime.from, until: readTime.until },
  submit: '保存',
  check: ({ from, until }): Wrong => {
    const wrong = ReadTime.safeParse(timesOf({ from, until })).error?.issues[0]?.message
    return wrong ? { until: wrong } : {}
  },
  run: async ({ from, until }) => {
    await act(setReadTime, { paperId, readTime: timesOf({ from, until }), version })
    toast('success', '阅卷时间已保存')
  },
})

/** Who marks each question of a paper, what stands in the way, and the switch that opens marking. */
const ArrangePaper = ({ paperId }: { paperId: PaperId }) => {
  const styles = useStyles()
  const asked = useAsk(arrangement, { paperId })
  const { data } = asked
  const courseName = useCourseName(paperId)
  const [draft, setDraft] = useState<Draft>(null)
  if (!data)
    return (
      <Page title="阅卷安排">
        <Waiting asked={asked} rows={8} />
      </Page>
    )
  const { ledger } = data
  const reasons = ledger ? unbalancedBy(ledger) : []
  return (
    <Page
      title={[courseName, '阅卷安排'].filter(Boolean).join('　')}
      siblings={arrangeSiblings(paperId, 'questions')}
      actions={[
        { name: '智能阅卷', to: intelligentPath(paperId) },
        ...(data.mayManage ? [{ name: '成绩导入', to: importScoresPath(paperId) }] : []),
        ...(data.mayManage
          ? [
              {
                name: '阅卷时间',
                barred:
                  (['closing', 'closed'].includes(data.arrangement.state) && '阅卷已结束') ||
                  (draft !== null && '请先保存安排'),
                form: () => timing(paperId, data),
              },
            ]
          : []),
        ...(data.mayManage && isJoint(data.arrangement) ? [schoolRule(paperId, data, draft !== null)] : []),
        {
          name: '查看进度',
          to: monitorPath(data.arrangement.examId, paperId),
          // Once marking is open, what is to be done here is done.
          primary: data.arrangement.state !== 'draft' && draft === null,
        },
      ]}
    >
      <Facts
        facts={[
          { name: '阅卷', value: stateNames[data.arrangement.state] },
          ...(data.arrangement.readTime?.from || data.arrangement.readTime?.until
            ? [{ name: '阅卷时间', value: shownReadTime(data.arrangement.readTime) }]
            : []),
          ...(isJoint(data.arrangement)
            ? [{ name: '分发', value: schoolRuleName(data.arrangement.ownSchools === true) }]
            : []),
          ...(data.arrangement.classRule === undefined
            ? []
            : [
                {
                  name: '分发',
                  value: <Link to={classPoolsPath(paperId)}>{ruleName(data.arrangement.classRule)}</Link>,
                },
              ]),
          ...(ledger
            ? [
                { name: '扫描', value: `${ledger.handed} 页` },
                { name: '已归位', value: `${ledger.matched} 页` },
                {
                  name: '存疑',
                  value: ledger.doubts ? <Link to={doubtsPath(paperId)}>{ledger.doubts} 页</Link> : '0 页',
                  ...(ledger.doubtful > 0 ? { hint: `其中 ${ledger.doubtful} 页未归位` } : {}),
                },
                { name: '已有答题卡', value: `${ledger.candidates.present} 人` },
                { name: '缺考', value: `${ledger.candidates.absent} 人` },
                {
                  name: '未交',
                  value:
                    ledger.candidates.missing === 0 ? (
                      '0 人'
                    ) : (
                      <Link to={missingPath(paperId)}>{ledger.candidates.missing} 人</Link>
                    ),
                },
              ]
            : []),
        ]}
      />
      {ledger && !ledger.balanced && (
        <MessageBar intent="warning">
          <MessageBarBody>
            {unbalancedText(ledger)}，处理完成后再开启阅卷。{' '}
            <Link to={reasons[0]?.of === 'pages' ? doubtsPath(paperId) : scanPath(paperId)}>去处理</Link>
          </MessageBarBody>
        </MessageBar>
      )}
      {data.missingKeys > 0 && (
        <MessageBar intent="warning">
          <MessageBarBody>
            还有 {data.missingKeys} 道客观题没有设置答案。{' '}
            <Link to={paperPath(data.arrangement.examId, paperId)}>去设置</Link>
          </MessageBarBody>
        </MessageBar>
      )}
      {data.short.length > 0 && data.arrangement.state === 'draft' && (
        <MessageBar intent="warning">
          <MessageBarBody>
            {data.short.map((s) => `第${s.number}题要${s.needs}位阅卷教师，现在有${s.has}位`).join('；')}
            。请为它们安排阅卷教师，或在阅卷分组里改评阅规则。
          </MessageBarBody>
        </MessageBar>
      )}
      {data.shortClasses.length > 0 && data.arrangement.state === 'draft' && (
        <MessageBar intent="warning">
          <MessageBarBody>
            {data.arrangement.ownSchools ? (
              <>{shortSaid(data.shortClasses, '所学校')}。 各校自评时，每所学校都要有申报并通过的阅卷老师。</>
            ) : (
              <>
                {shortSaid(data.shortClasses)}。 <Link to={classPoolsPath(paperId)}>去安排</Link>
              </>
            )}
          </MessageBarBody>
        </MessageBar>
      )}
      {data.arrangement.override && (
        <MessageBar intent="info">
          <MessageBarBody>曾强制开启，原因：{data.arrangement.override}</MessageBarBody>
        </MessageBar>
      )}
      {data.questions.length === 0 ? (
        <>
          <EmptyState empty={{ title: '这份试卷没有主观题', text: '客观题自动评分；开启后即可直接完成阅卷。' }} />
          <div className={styles.actions}>
            <OpenMarking paperId={paperId} data={data} dirty={false} />
          </div>
        </>
      ) : (
        <Arrange paperId={paperId} data={data} draft={draft} onDraft={setDraft} />
      )}
    </Page>
  )
}
