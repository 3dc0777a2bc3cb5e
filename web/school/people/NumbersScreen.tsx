import { useState } from 'react'
import { adjustNumbers, findNumbers } from '#shared/school/people/number.calls.ts'
import { deleteStudents, restoreStudents } from '#shared/school/people/student.calls.ts'
import { cleanNumber } from '#shared/school/roster.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { InSchool } from '../parts/InSchool.tsx'

type Found = OutputOf<typeof findNumbers>
type Change = { from: string; to: string }

/** Each line: the number, and behind a blank, a comma or a tab the new one. */
const linesOf = (text: string): Change[] =>
  text
    .split(/\n/)
    .map((line) => line.trim().split(/[\s,，]+/))
    .filter(([from]) => from)
    .map(([from = '', to = '']) => ({ from: cleanNumber(from), to: cleanNumber(to) }))

/** What is wrong with the lines before they are sent: by line, since a number alone does not say which. */
const wrongIn = (changes: readonly Change[], adjusting: boolean): string | null => {
  const most = adjusting ? 45 : 500
  if (changes.length === 0) return '请先填写学号'
  if (changes.length > most) return `一次最多${most}个学号，现在有${changes.length}个`
  const isNumber = (text: string): boolean => /^\d{4,18}$/.test(text)
  for (const [i, { from, to }] of changes.entries()) {
    if (!isNumber(from)) return `第${i + 1}个学号“${from.slice(0, 20)}”应为4到18位数字`
    if (adjusting && !isNumber(to))
      return to ? `“${from}”的新学号“${to.slice(0, 20)}”应为4到18位数字` : `“${from}”没有填写新学号`
  }
  return null
}

const Numbers = ({ schoolId }: { schoolId: SchoolId }) => {
  const [values, setValues] = useState<Values>({ act: 'adjust', text: '' })
  const [students, setStudents] = useState<Found | null>(null)
  const changes = linesOf(String(values['text'] ?? ''))
  const adjusting = values['act'] === 'adjust'
  const wrong = wrongIn(changes, adjusting)
  const to = new Map(changes.map((c) => [c.from, c.to]))
  const look = async () => setStudents(await act(findNumbers, { schoolId, numbers: changes.map((c) => c.from) }))
  const adjust = async () => {
    const { changed } = await act(adjustNumbers, { schoolId, changes })
    toast('success', `已调整${changed}个学号`)
    setStudents(null)
    setValues({ act: 'adjust', text: '' })
  }
  const remove = async () => {
    const studentIds = (students?.found ?? []).map((s) => s.studentId)
    await act(deleteStudents, { studentIds })
    undoable(`已删除${studentIds.length}名学生`, () => act(restoreStudents, { schoolId, studentIds }))
    setStudents(null)
  }
  const ready = students !== null && students.found.length > 0 && (!adjusting || students.unknown.length === 0)
  return (
    <Page title="学号调整" width="narrow">
      <FieldGroup
        values={values}
        onChange={(patch) => {
          setStudents(null)
          setValues((v) => ({ ...v, ...patch }))
        }}
        fields={[
          {
            name: 'act',
            label: '操作',
            kind: 'radio',
            wide: true,
            options: [
              { value: 'adjust', label: '调整学号' },
              { value: 'delete', label: '按学号删除学生' },
            ],
          },
          {
            name: 'text',
            label: adjusting ? '原学号和新学号' : '学号',
            kind: 'textarea',
            wide: true,
            hint: adjusting
              ? '每行一名：原学号、空格、新学号；可以从表格中粘贴两列，一次最多45名。互换学号也可以'
              : '每行一个学号，一次最多500个',
          },
        ]}
      />
      <div style={{ display: 'flex', gap: '8px' }}>
        <ActionButton action={{ name: '核对', run: look, primary: !ready, barred: wrong }} />
        {ready && adjusting && (
          <ActionButton action={{ name: `调整${changes.length}个学号`, primary: true, run: adjust }} />
        )}
        {ready && !adjusting && (
          <ActionButton action={{ name: `删除${students.found.length}名学生`, danger: true, run: remove }} />
        )}
      </div>
      {wrong && changes.length > 0 && <p role="status">{wrong}</p>}
      {students && students.unknown.length > 0 && <p role="alert">没有这些学号的学生：{students.unknown.join('、')}</p>}
      {students && students.found.length > 0 && (
        <DataTable
          label="学生"
          rows={students.found}
          rowKey={(s) => s.studentId}
          columns={[
            { key: 'studentName', name: '姓名', value: (s) => s.studentName },
            { key: 'className', name: '班级', value: (s) => s.className },
            { key: 'studentNumber', name: '学号', value: (s) => s.studentNumber },
            ...(adjusting
              ? [{ key: 'to', name: '新学号', value: (s: Found['found'][number]) => to.get(s.studentNumber) ?? '' }]
              : []),
          ]}
        />
      )}
    </Page>
  )
}

/** Student numbers, many at once. */
export const NumbersScreen = () => (
  <InSchool title="学号调整">{(school) => <Numbers schoolId={school.schoolId} />}</InSchool>
)
