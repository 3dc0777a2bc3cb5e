import { MessageBar, MessageBarActions, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import {
  cancelPublish,
  publishPreview,
  publishScores,
  publishState,
  withdrawScores,
} from '#shared/analysis/publication.calls.ts'
import { releaseCount } from '#shared/exam/tools/release.calls.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, ask, refresh, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { confirm, toast } from '#web/kit/notices.ts'
import { now } from '#web/kit/ports.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { sentValue } from '#web/kit/screens/fieldValues.ts'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import { reportPath } from '../analysis.paths.ts'
import { Checks } from './Checks.tsx'
import { Compare } from './Compare.tsx'
import { changedWords, confirmWords } from './changedWords.ts'

type State = OutputOf<typeof publishState>

const useStyles = makeStyles({
  all: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXXL,
    paddingTop: tokens.spacingVerticalM,
    alignItems: 'start',
  },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  text: { margin: 0, color: tokens.colorNeutralForeground3 },
})

const timeField: Field = {
  kind: 'time',
  name: 'publishAt',
  label: '发布时间（北京时间）',
  required: true,
  when: (v) => v['when'] === 'later',
}
const fieldsOf = (state: State): Field[] => [
  {
    kind: 'radio',
    name: 'when',
    label: '什么时候发布',
    options: [
      { value: 'now', label: '立即发布' },
      { value: 'later', label: '定时发布' },
    ],
  },
  timeField,
  ...(state.needsOverride
    ? [
        {
          kind: 'textarea',
          name: 'override',
          label: '强制发布的原因',
          hint: '扫描页数还没有平衡；原因会连同您的姓名记入审计记录',
          required: true,
          maxLength: 200,
        } satisfies Field,
      ]
    : []),
]

/** Of a large paper a first publication needs no comparison; its job computes the scores twice all the same. */
const mustCompare = (state: State): boolean => state.large && state.current !== null

const barOf = (state: State, values: Values, digest: string | undefined): string | null => {
  if (!state.mayManage) return '只有考试管理者可以发布成绩'
  if (state.pending && !state.pending.failed) return '已有一次发布在进行，撤回后可重新发布'
  if (!state.mayPublish) return '还有检查没有通过'
  if (state.needsOverride && String(values['override'] ?? '').trim().length < 2) return '请填写强制发布的原因'
  if (values['when'] === 'later' && timeIn(values) === undefined) return '请选择发布时间'
  if (digest !== undefined || (state.large && !mustCompare(state))) return null
  return state.large ? '请先核对成绩' : '正在核对成绩'
}

/** A total stands on its papers: nothing of it was written on sheets. */
export const isTotal = (state: Pick<State, 'checks'>): boolean => state.checks.some((c) => c.key === 'parts')

type Preview = OutputOf<typeof publishPreview>
/** Who has a result to read, if it is only that there is none. */
const candidatesOf = (p: Preview): number =>
  p.present + p.absent + p.missing + p.void + (p.exempt ?? 0) + (p.unmarked ?? 0)

/** The time that was typed, where the publication waits for one. */
const timeIn = (values: Values): number | undefined => {
  const at = values['when'] === 'later' ? sentValue(timeField, values['publishAt']) : undefined
  return typeof at === 'number' ? at : undefined
}

/** What a publication shows to whom is said before it is shown: the first one too, and when where it waits for a time. */
const confirmOf = (
  state: State,
  p: Preview | undefined,
  to: OutputOf<typeof releaseCount> | undefined,
): { confirm?: string } => {
  if (state.current === null && state.waitsForOthers)
    return {
      confirm:
        '本场联考还有科目没有发布：全部科目发布后，各校、学生和家长才能看到成绩；在那之前只有组织方能看到。发布后可以撤回。',
    }
  if (state.current === null) {
    const some = to && to.withheld > 0 ? `${to.released}名学生（另有${to.withheld}名不发布）和他们的家长` : undefined
    const who = some ?? (p ? `${candidatesOf(p)}名学生和他们的家长` : '这场考试的学生和家长')
    return {
      confirm: isTotal(state)
        ? `${who}将看到自己的总分和各科得分；班主任将看到本班的成绩和报告。发布后可以撤回，看到过的收不回来。`
        : `${who}将看到自己的总分、各题得分和答卷图片；任课教师将看到所教班级的成绩和报告。发布后可以撤回，看到过的收不回来。`,
    }
  }
  // What the organiser alone has seen changes for no student.
  return p && !p.first && p.changed > 0 && !state.waitsForOthers ? { confirm: confirmWords(p) } : {}
}

const Publish = ({ state }: { state: State }) => {
  const styles = useStyles()
  const [values, setValues] = useState<Values>({ when: 'now' })
  /** A time that was over when it was pressed. */
  const [passed, setPassed] = useState<number>()
  // What was looked at is what is signed off: the digest goes with the request.
  const compared = !state.large || state.preview?.comparedAt !== undefined
  const preview = useAsk(
    publishPreview,
    state.mayPublish && state.mayManage && compared
      ? { paperId: state.paperId, pageNumber: 1, pageSize: 1 }
      : undefined,
    { quiet: true },
  )
  // Told before the publication that is in force now, it is asked for again, and nothing is concluded from it.
  const { refetch } = preview
  const before = preview.data?.first === true && state.current !== null
  useEffect(() => {
    if (before) void refetch()
  }, [before, refetch])
  const p = before ? undefined : preview.data
  const digest = p?.digest
  const to = useAsk(releaseCount, state.mayManage ? { paperId: state.paperId } : undefined, { quiet: true }).data
  const name = values['when'] === 'later' ? '定时发布' : '立即发布'
  const publish = async (): Promise<void> => {
    // As it is now: another course may have been published since this screen was opened.
    const publishAt = timeIn(values)
    if (publishAt !== undefined && publishAt <= now()) {
      setPassed(publishAt)
      return
    }
    const { confirm: said } = confirmOf(await ask(publishState, { paperId: state.paperId }), p, to)
    const text = publishAt === undefined ? said : `将在${showTime(publishAt)}（北京时间）自动发布。${said ?? ''}`
    if (text !== undefined && !(await confirm({ title: name, text, ok: name }))) return
    await act(publishScores, {
      paperId: state.paperId,
      ...(publishAt === undefined ? {} : { publishAt }),
      ...(digest === undefined ? {} : { digest }),
      ...(state.needsOverride ? { override: String(values['override']) } : {}),
    })
    if (publishAt === undefined) toast('info', '正在发布成绩')
    else toast('success', '已安排定时发布')
  }
  const managing = state.mayManage
  const same = state.current !== null && p !== undefined && !p.first && p.changed === 0
  return (
    <section className={styles.side} aria-label="发布">
      <h2 className={styles.head}>{state.current === null ? '发布成绩' : '重新发布'}</h2>
      <p className={styles.text}>
        {state.withdrawn
          ? `成绩已撤回，学生和家长现在看不到${p && !p.first && p.changed > 0 ? `；与撤回前相比，${changedWords(p)}` : ''}。${managing ? '核对后可在这里重新发布。' : ''}`
          : !managing && state.current !== null
            ? '成绩已经发布；重新发布和撤回由考试管理者操作。'
            : p === undefined
              ? mustCompare(state)
                ? '考生较多：请先核对成绩，看清会有哪些变化，再重新发布。'
                : state.current !== null
                  ? '成绩已经发布；有变化时，可以在这里重新发布。'
                  : state.waitsForOthers
                    ? '全部科目发布后，各校、学生和家长才能看到成绩。'
                    : '发布后，学生和家长立即可以看到自己的成绩。'
              : p.first
                ? state.waitsForOthers
                  ? `共${candidatesOf(p)}名考生，到考${p.present}人；全部科目发布后，各校、学生和家长才能看到成绩。`
                  : `将向${candidatesOf(p)}名考生发布成绩，到考${p.present}人。`
                : p.changed === 0
                  ? '上次发布以后没有学生的总分变化，不用重新发布。'
                  : `${changedWords(p)}。请先在“成绩变化”中核对。${state.waitsForOthers ? '现在只有组织方能看到成绩。' : ''}`}
      </p>
      {state.large && state.mayManage && <Compare state={state} />}
      <FieldGroup
        fields={managing ? fieldsOf(state) : []}
        values={values}
        errors={passed !== undefined && passed === timeIn(values) ? { publishAt: '发布时间必须晚于当前时间' } : {}}
        onChange={(patch) => setValues((before) => ({ ...before, ...patch }))}
      />
      <div className={styles.row}>
        <ActionButton
          action={{
            name,
            // Where nothing would change, or it is not known yet, nothing calls for it.
            primary: state.current === null || (p !== undefined && !same),
            run: publish,
            barred: barOf(state, values, digest),
          }}
        />
        {state.current !== null && (
          <>
            <ActionButton
              action={{ name: '查看考试总结', primary: same, to: reportPath('summary', state.examId, state.paperId) }}
            />
            <ActionButton action={{ name: '查看成绩单', to: reportPath('transcript', state.examId, state.paperId) }} />
          </>
        )}
      </div>
    </section>
  )
}

/** What goes out of sight with it. */
const totalsText = ({ totals }: Pick<State, 'totals'>): string =>
  totals.length === 0 ? '' : `，连同${totals.map((name) => `“${name}”`).join('、')}和其中的名次，直到本科再次发布`

/** Of who manages: others read beside it whose act it is, and are asked for no reason. */
const Withdraw = ({ state }: { state: State }) => {
  const styles = useStyles()
  const [values, setValues] = useState<Values>({})
  const reason = String(values['reason'] ?? '').trim()
  return (
    <section className={styles.side} aria-label="撤回">
      <h2 className={styles.head}>{state.current === null ? '取消发布' : '撤回成绩'}</h2>
      <p className={styles.text}>
        {state.current === null
          ? '还没有人看到成绩；取消后不再发布。'
          : `撤回后学生、家长和教师都看不到这份成绩${state.totals.length > 0 ? `和${state.totals.join('、')}` : ''}，直到再次发布。`}
      </p>
      <FieldGroup
        fields={[{ kind: 'text', name: 'reason', label: '原因', required: true, maxLength: 200 }]}
        values={values}
        onChange={(patch) => setValues((before) => ({ ...before, ...patch }))}
      />
      <div className={styles.row}>
        <ActionButton
          action={{
            name: state.current === null ? '取消发布' : '撤回成绩',
            danger: true,
            barred: reason.length < 2 && '请填写原因',
            confirm:
              state.current === null
                ? '将取消这次发布，没有人会看到成绩。'
                : `所有人将立即看不到这份成绩${totalsText(state)}${state.hidesOthers ? '；联考要各科都发布才可见，各校、学生和家长也将看不到其他科目' : ''}。确定撤回吗？`,
            run: async () => {
              await act(withdrawScores, { paperId: state.paperId, reason })
              toast('success', state.current === null ? '已取消发布' : '成绩已撤回')
            },
          }}
        />
      </div>
    </section>
  )
}

/**
 * A time to wait for, a failure to clear, or minutes of a large paper: a small publication that is under way this moment is
 * over before one could cancel.
 */
const waitsFor = ({ pending, large }: Pick<State, 'pending' | 'large'>): boolean =>
  Boolean(pending && (pending.at !== undefined || pending.failed || large))

/** Checks, what is on its way, and the acts of publishing and taking back. */
export const PublishBox = ({ state }: { state: State }) => {
  const styles = useStyles()
  const { pending } = state
  return (
    <div className={styles.all}>
      <section className={styles.side} aria-label="检查">
        <h2 className={styles.head}>发布前检查</h2>
        <Checks checks={state.checks} />
        {pending && (
          <>
            {pending.at !== undefined && !pending.failed && (
              <MessageBar intent="info" layout="multiline">
                <MessageBarBody>
                  将在 {showTime(pending.at)} 自动发布，
                  {state.current === null ? '到时间前没有人看得到。' : `到时间前看到的是第${state.current}版。`}
                </MessageBarBody>
                {/* Of a first one the form beside it asks for the reason too. */}
                {state.current !== null && state.mayManage && (
                  <MessageBarActions>
                    <ActionButton
                      action={{ name: '取消定时', run: () => act(cancelPublish, { paperId: state.paperId }) }}
                    />
                  </MessageBarActions>
                )}
              </MessageBar>
            )}
            <JobProgress
              uuid={pending.uuid}
              // What the screen says of the version comes first: a toast before it would be held against it.
              onDone={() => {
                void refresh(['publication', 'report', 'exam', 'exams']).then(() => toast('success', '成绩已发布'))
              }}
              onFailed={() => void refresh(['publication'])}
            />
          </>
        )}
      </section>
      <Publish state={state} />
      {state.mayManage && (state.current !== null || waitsFor(state)) && <Withdraw state={state} />}
    </div>
  )
}
