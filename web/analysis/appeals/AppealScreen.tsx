import { Text, makeStyles, tokens } from '@fluentui/react-components'
import { useNavigate, useParams } from 'react-router'
import { answerAppeal, appealDetail } from '#shared/analysis/appeal.calls.ts'
import { optionName } from '#shared/analysis/report.words.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { ExamId, PaperId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { pastRoleNames } from '#shared/marking/role.words.ts'
import { ruleOf, settleText } from '#shared/marking/settle.rules.ts'
import { showTime } from '#shared/kit/time.ts'
import { useManages } from '#web/exam/tools/useTool.public.tsx'
import type { OutputOf } from '#web/kit/ask.ts'
import { ActForm } from '#web/kit/parts/Forms.tsx'
import { Picture } from '#web/kit/parts/Picture.tsx'
import { SheetCrop, SheetPicture } from '#web/kit/picture/SheetPicture.tsx'
import { uprightPart } from '#web/kit/picture/upright.ts'
import { Section } from '#web/kit/parts/Section.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Fact, Field } from '#web/kit/screens/screen.types.ts'
import { appealPath, appealsPath, changePath } from '../analysis.paths.ts'
import { appealStateWords, appellantNames } from './appealWords.ts'

type Detail = OutputOf<typeof appealDetail>
type Page = Detail['pages'][number]

const useStyles = makeStyles({
  all: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(380px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    paddingTop: tokens.spacingVerticalM,
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXL, minWidth: 0 },
  lines: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  over: { position: 'absolute', inset: 0, zIndex: 6, pointerEvents: 'none' },
  // Red on paper, in light and dark: it lies on the picture.
  framed: { position: 'absolute', outline: '2px solid #b3261e', outlineOffset: '4px', borderRadius: '2px' },
  picture: { width: '100%', height: 'auto', border: `1px solid ${tokens.colorNeutralStroke2}` },
  faint: { color: tokens.colorNeutralForeground3 },
  reason: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})

const Marks = ({ of: { marks, question, item } }: { of: Detail }) => {
  const styles = useStyles()
  return (
    <Section title="评分">
      <div className={styles.lines}>
        {isObjective(question) ? (
          <Text>
            填涂 {optionName(item?.chosen ?? '', question.unitType === 3)}，答案{' '}
            {item?.answer ?? question.answer ?? '—'}
          </Text>
        ) : marks.length === 0 ? (
          <Text className={styles.faint}>没有评分记录（缺页或成绩由文件导入）。</Text>
        ) : (
          marks.map((m) => (
            <Text key={m.role}>
              {pastRoleNames[m.role]} {m.score === null ? '问题卷' : `${showScore(m.score)}分`}
              <span className={styles.faint}>{`　${m.markerName}　${showTime(m.at)}`}</span>
            </Text>
          ))
        )}
        <Text className={styles.faint}>
          满分{showScore(question.fullScore)}分
          {!isObjective(question) && `，每${showScore(question.markStep ?? 100)}分一档`}
          {!isObjective(question) && `；${settleText(ruleOf(question))}`}
        </Text>
      </div>
    </Section>
  )
}

const Answer = ({ of, paperId, done }: { of: Detail; paperId: PaperId; done: () => void }) => {
  const styles = useStyles()
  const { appeal, barred, choice, question } = of
  const isJudged = question.unitType === 3
  const { studentId, questionId, version } = appeal
  const now = otherNow(of)
  const stands = now === null ? 'keep' : 'corrected'
  if (barred !== null) return <Text className={styles.faint}>{barred}</Text>
  if (appeal.state === 'changing' || appeal.state === 'changed')
    return (
      <div className={styles.lines}>
        <Text>
          {appeal.lettersAfter !== undefined && `读作${optionName(appeal.lettersAfter, isJudged)}，`}
          改为{showScore(appeal.scoreAfter ?? 0)}分：{appeal.answer}
        </Text>
        <Text className={styles.faint}>
          {appeal.answeredByName}　{appeal.answeredAt !== undefined && showTime(appeal.answeredAt)}
        </Text>
      </div>
    )
  return (
    <ActForm
      call={answerAppeal}
      fixed={{ paperId, studentId, questionId, version }}
      start={{
        kind: appeal.state === 'decided' ? 'change' : stands,
        ...(appeal.scoreAfter === undefined ? {} : { score: appeal.scoreAfter }),
        ...(choice ? { letters: [...(appeal.lettersAfter ?? readNow(of))] } : {}),
        ...(appeal.answer === undefined ? {} : { answer: appeal.answer }),
      }}
      submit={appeal.state === 'open' ? '答复' : '修改答复'}
      doneText="已答复"
      done={done}
      fields={[
        {
          name: 'kind',
          label: '结论',
          kind: 'radio',
          required: true,
          options: [
            now === null
              ? { value: 'keep', label: '维持原分' }
              : { value: 'corrected', label: `已更正为${showScore(now)}分` },
            { value: 'change', label: choice ? '改判填涂' : '改分' },
          ],
        },
        // What a choice earns follows from how it is read: no other score can be.
        ...(choice
          ? [
              {
                name: 'letters',
                label: '应读作',
                kind: 'multi',
                when: (v) => v['kind'] === 'change',
                options: choice.options.map((c) => ({ value: c, label: optionName(c, isJudged) })),
                hint: `${choice.earns}；都不选就是未填${question.paperB ? '；按A卷的选项' : ''}。合并改分并签字后生效`,
              } satisfies Field,
            ]
          : []),
        {
          name: 'score',
          label: '改为',
          kind: 'score',
          required: true,
          when: (v) => !choice && v['kind'] === 'change',
          hint: `现在${showScore(now ?? appeal.score)}分，满分${showScore(appeal.fullScore)}分；合并改分并签字后生效`,
        },
        { name: 'answer', label: '答复', kind: 'textarea', required: true, maxLength: 300, hint: '学生和家长会看到' },
      ]}
    />
  )
}

/** Where several options may be right it begins with those that were read; of one answer the right one is ticked alone. */
const readNow = ({ item, question }: Pick<Detail, 'item' | 'question'>): string =>
  question.unitType === 2 && /^[A-Z]+$/.test(item?.chosen ?? '') ? item!.chosen! : ''

/** The score that readers see by now, where it is another than was asked about. */
const otherNow = ({ item, appeal }: Pick<Detail, 'item' | 'appeal'>): number | null =>
  item === null || item.score === appeal.score ? null : item.score

const factsOf = ({ appeal, item, courseName }: Detail): Fact[] => [
  { name: '科目', value: courseName },
  { name: '班级', value: appeal.className },
  { name: '考号', value: appeal.studentNumber },
  { name: '原得分', value: `${showScore(appeal.score)}分` },
  ...(otherNow({ item, appeal }) === null ? [] : [{ name: '现得分', value: `${showScore(item!.score)}分` }]),
]

/** The rows of the question that is asked about, on the pages that have them. */
const rowsOn = (page: Page): Page['regions'] & {} => (page.regions ?? []).filter((r) => r.choice)

/** A page; the row that is asked about has a frame, as a pen would draw it. */
const Sheet = ({ page }: { page: Page }) => {
  const styles = useStyles()
  return (
    <SheetPicture
      page={page}
      over={
        <span className={styles.over} aria-hidden="true">
          {rowsOn(page).map(({ at }) => {
            const { x, y, w, h } = uprightPart(at as [number, number, number, number], page.turn)
            const placed = { left: x, top: y, width: w, height: h }
            const style = Object.fromEntries(Object.entries(placed).map(([k, v]) => [k, `${v * 100}%`]))
            return <span key={at.join()} data-framed className={styles.framed} style={style} />
          })}
        </span>
      }
    />
  )
}

/** One appeal: what was asked, what was written, how it was marked, and the answer; then the next one. */
export const AppealScreen = () => {
  const styles = useStyles()
  const navigate = useNavigate()
  const { examId, paperId, ...one } = useParams() as {
    examId: ExamId
    paperId: PaperId
    studentId: StudentId
    questionId: QuestionId
  }
  const manages = useManages(examId)
  return (
    <DetailScreen
      call={appealDetail}
      input={{ paperId, studentId: one.studentId, questionId: one.questionId }}
      title={({ appeal }) => `${appeal.studentName}　第${appeal.number}题`}
      badge={({ appeal }) => appealStateWords[appeal.state]}
      facts={factsOf}
      actions={({ appeal, next }) => [
        ...(appeal.changeId && manages
          ? [{ name: '查看改动', to: `${changePath('score-edit', examId, paperId)}?change=${appeal.changeId}` }]
          : []),
        ...(next ? [{ name: '下一项', to: appealPath(examId, paperId, next) }] : []),
      ]}
    >
      {(data) => (
        <div className={styles.all}>
          <div className={styles.side}>
            <Section title="申诉理由">
              <p className={styles.reason}>{data.appeal.reason || '（已清除）'}</p>
              <Text className={styles.faint}>
                {appellantNames[data.appeal.as]}　{showTime(data.appeal.askedAt)}
              </Text>
            </Section>
            <Marks of={data} />
            <Section title="答复">
              <Answer
                of={data}
                paperId={paperId}
                done={() =>
                  void navigate(data.next ? appealPath(examId, paperId, data.next) : appealsPath(examId, paperId))
                }
              />
            </Section>
          </div>
          <Section title="答卷">
            <div className={styles.lines}>
              {data.images.length + data.pages.length === 0 && (
                <Text className={styles.faint}>没有答卷图片（成绩由文件导入）。</Text>
              )}
              {data.images.map((i, n) => (
                <Picture
                  key={i.url}
                  src={i.url}
                  alt={`第${data.appeal.number}题作答 ${n + 1}`}
                  className={styles.picture}
                />
              ))}
              {data.pages.flatMap((p) =>
                rowsOn(p).map(({ at }) => (
                  <SheetCrop key={`${p.url} ${at.join()}`} page={p} at={at} label={`第${data.appeal.number}题填涂`} />
                )),
              )}
              {data.images.length === 0 && data.pages.map((p) => <Sheet key={p.url} page={p} />)}
              {data.images.length > 0 && data.pages.length > 0 && (
                <details>
                  <summary>整页答卷（{data.pages.length}页）</summary>
                  {data.pages.map((p) => (
                    <Sheet key={p.url} page={p} />
                  ))}
                </details>
              )}
            </div>
          </Section>
        </div>
      )}
    </DetailScreen>
  )
}
