import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { listFixRecord } from '#shared/marking/marking.calls.ts'
import type { ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { showTime } from '#shared/kit/time.ts'
import { useCourseName } from '#web/exam/courseName.public.tsx'
import { useManages, useTools } from '#web/exam/tools/useTool.public.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { changePath, publishPath } from '#web/analysis/analysis.paths.ts'
import { monitorPath, fixPath } from '../marking.paths.ts'
import { FixStudent } from '../parts/FixStudent.tsx'

const useStyles = makeStyles({
  find: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: tokens.spacingHorizontalM,
    paddingBottom: tokens.spacingVerticalM,
  },
  input: { width: 'min(320px, 100%)' },
})

/** Scores corrected after marking, and the way to correct one: a candidate is looked up by number. */
export const FixScreen = () => {
  const { examId, paperId } = useParams() as { examId: ExamId; paperId: PaperId }
  const styles = useStyles()
  const courseName = useCourseName(paperId)
  const manages = useManages(examId)
  const held = useTools(examId)
  const [query, setQuery] = useSearchParams()
  const studentNumber = query.get('number')
  const [typed, setTyped] = useState(studentNumber ?? '')
  const find = (): void =>
    setQuery((q) => {
      q.set('number', typed.trim())
      return q
    })
  return (
    <ListScreen
      title={[courseName, '成绩更正'].filter(Boolean).join('　')}
      call={listFixRecord}
      input={{ paperId }}
      order="最近更正的在前"
      rowTo={(r) => fixPath(examId, paperId, r.studentNumber)}
      rowKey={(r) => r.attemptId}
      columns={[
        { key: 'studentName', name: '姓名', value: (r) => r.studentName, width: 90, sortable: true },
        { key: 'studentNumber', name: '考号', value: (r) => r.studentNumber, sortable: true },
        { key: 'className', name: '班级', value: (r) => r.className, sortable: true },
        { key: 'number', name: '题号', value: (r) => `第 ${r.number} 题`, sortable: true },
        { key: 'before', name: '原分', unit: '分', number: true, value: (r) => showScore(r.before), sortable: true },
        { key: 'after', name: '更正为', unit: '分', number: true, value: (r) => showScore(r.after), sortable: true },
        { key: 'reason', name: '原因', value: (r) => r.reason, width: 160 },
        { key: 'byName', name: '更正人', value: (r) => r.byName, sortable: true },
        { key: 'at', name: '时间', value: (r) => showTime(r.at), sortable: true },
      ]}
      actions={[
        { name: '阅卷进度', to: monitorPath(examId, paperId) },
        // Of scores that are done it is said first what follows, and it can be taken off again.
        ...(manages ? [{ name: '先预览再更正', to: changePath('score-edit', examId, paperId) }] : []),
        ...(held?.['publish-score'] ? [{ name: '发布成绩', to: publishPath(paperId) }] : []),
      ]}
      empty={{ title: '还没有更正过成绩', text: '学生对得分有疑问时，输入考号查看答卷和评分，核对后可以更正。' }}
      exportName="成绩更正记录"
    >
      <form
        className={styles.find}
        onSubmit={(e) => {
          e.preventDefault()
          if (typed.trim() !== '') find()
        }}
      >
        <Field label="考号" className={styles.input}>
          <Input value={typed} maxLength={40} onChange={(_, d) => setTyped(d.value)} placeholder="输入完整的考号" />
        </Field>
        <Button type="submit" appearance="primary" disabledFocusable={typed.trim() === ''}>
          查看答卷
        </Button>
      </form>
      {studentNumber && (
        <FixStudent key={studentNumber} examId={examId} paperId={paperId} studentNumber={studentNumber} />
      )}
    </ListScreen>
  )
}
