import { makeStyles, tokens } from '@fluentui/react-components'
import { useParams } from 'react-router'
import type { OutputOf } from '#shared/kit/call.ts'
import type { PaperId, StudentId } from '#shared/kit/ids.ts'
import * as calls from '#shared/scan/doubts/exception.calls.ts'
import { scoreAbsent, scoreStudent } from '#shared/scan/results/score.calls.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { Waiting } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import { ChoiceTable } from '../parts/ChoiceTable.tsx'
import { JournalTable } from '../parts/JournalTable.tsx'
import { PaperScores } from '../parts/PaperScores.tsx'
import type { TypedScores } from '../parts/PaperScores.tsx'
import { StudentErrors } from './StudentErrors.tsx'
import { StudentPictures } from './StudentPictures.tsx'
import { StudentPapers, StudentScans } from './StudentScans.tsx'
import { changeChoice, changeMark, markName, markText, onPage, suspect } from './correct.ts'
import { why } from '../parts/rollback.ts'
import { declarePath } from '../scan.paths.ts'
import { scriptStates } from '../stateWords.ts'

const useStyles = makeStyles({
  tables: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
})

type Of = { paperId: PaperId; studentId: StudentId }
type Student = OutputOf<typeof calls.studentChoices>
type Choice = Student['choices'][number]

const Choices = ({ of, mayManage }: { of: Choice[]; mayManage: boolean }) => (
  <ChoiceTable
    of={of}
    none="答题卡还没有识别，或这张卡没有客观题。"
    columns={[{ key: 'page', name: '页', value: (c) => c.page, number: true }]}
    rowActions={(c) => (
      <RowActions
        actions={[
          { name: '修改', barred: !mayManage && '只有处理人可以修改', run: () => changeChoice(c) },
          ...(c.settled
            ? [
                {
                  name: '恢复识别结果',
                  barred: !mayManage && '只有处理人可以修改',
                  run: () => act(calls.resetChoices, { ...onPage(c), questionIds: [c.questionId] }),
                },
              ]
            : []),
          { name: '标记疑似有误', barred: !mayManage && '请用异常申报', run: () => suspect(c) },
        ]}
      />
    )}
  />
)

/** Paper A or B and optional questions: settled or read, each can be changed. */
const Marks = ({ of, mayManage }: { of: Student['marks']; mayManage: boolean }) =>
  of.length === 0 ? null : (
    <DataTable
      label="试卷类型与选做题"
      rows={of}
      rowKey={(m) => m.questionId}
      columns={[
        { key: 'name', name: '项目', value: markName },
        { key: 'page', name: '页', value: (m) => m.page, number: true },
        { key: 'chosen', name: '选择', value: markText },
        { key: 'settled', name: '来源', value: (m) => (m.settled ? '人工' : '识别') },
      ]}
      rowActions={(m) => (
        <RowActions
          actions={[
            { name: '修改', barred: !mayManage && '只有处理人可以修改', run: () => changeMark(m) },
            ...(m.settled
              ? [
                  {
                    name: '恢复识别结果',
                    barred: !mayManage && '只有处理人可以修改',
                    run: () => act(calls.resetChoices, { ...onPage(m), questionIds: [m.questionId] }),
                  },
                ]
              : []),
          ]}
        />
      )}
    />
  )

/** Answers with the scores on paper. A candidate marked absent who has some was there. */
const Answers = ({ of, whose }: { of: Of; whose: Student }) => {
  const asked = useAsk(calls.studentBlocks, of)
  const pieces = asked.data
  if (!pieces) return <Waiting asked={asked} rows={6} height={64} />
  const save = async (scores: TypedScores): Promise<boolean> => {
    if (whose.state !== 'absent') {
      await act(scoreStudent, { ...of, scores })
      return true
    }
    const text = `${whose.studentName}标记为缺考。保存卷面分会同时改为已交。`
    const reason = await why('登记缺考考生的卷面分', text)
    if (reason === null) return false
    await act(scoreAbsent, { ...of, scores, reason })
    return true
  }
  const barred = whose.mayManage ? undefined : '只有考试的创建者和管理员可以登记'
  return <PaperScores of={pieces} barred={barred} save={save} />
}

const History = ({ of }: { of: Of }) => {
  const asked = useAsk(calls.studentState, of)
  const data = asked.data
  if (!data) return <Waiting asked={asked} rows={4} height={24} />
  return <JournalTable of={data.settlements} none="这名考生的答题卡全部由识别得出。" />
}

/** One candidate's cards: the pictures, what was read, who changed what. */
export const StudentDetailScreen = () => {
  const styles = useStyles()
  const place = useParams() as unknown as Of
  return (
    <DetailScreen
      call={calls.studentChoices}
      input={place}
      title={(d) => `${d.studentName}　${d.studentNumber}`}
      badge={(d) => scriptStates[d.state]}
      facts={(d) => [
        { name: '班级', value: d.className },
        { name: '客观题', value: `${d.choices.length} 题` },
        { name: '存疑', value: d.choices.filter((c) => c.chosen === null).length },
      ]}
      actions={() => [{ name: '异常申报', to: declarePath(place.paperId, place.studentId) }]}
      tabs={(d) => [
        { key: 'pages', name: '答题卡', content: () => <StudentPictures of={place} /> },
        {
          key: 'choices',
          name: d.marks.length > 0 ? '客观题与选做' : '客观题',
          content: () => (
            <div className={styles.tables}>
              <Marks of={d.marks} mayManage={d.mayManage} />
              <Choices of={d.choices} mayManage={d.mayManage} />
            </div>
          ),
        },
        { key: 'blocks', name: '主观题与卷面分', content: () => <Answers of={place} whose={d} /> },
        { key: 'errors', name: '存疑', content: () => <StudentErrors of={place} /> },
        { key: 'scans', name: '全部扫描页', content: () => <StudentScans of={place} /> },
        { key: 'papers', name: '各科', content: () => <StudentPapers of={place} /> },
        { key: 'history', name: '处理记录', content: () => <History of={place} /> },
      ]}
    />
  )
}
