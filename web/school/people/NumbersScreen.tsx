import { useState } from 'react'
import * as z from 'zod'
import { adjustNumbers, findNumbers } from '#shared/school/people/number.calls.ts'
import { deleteStudents, restoreStudents } from '#shared/school/people/student.calls.ts'
import { cleanNumber } from '#shared/school/roster.rules.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import type { SchoolId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import { toast, undoable } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { ValueForm } from '#web/kit/parts/Forms.tsx'
import { Page } from '#web/kit/parts/Page.tsx'
import type { Field } from '#web/kit/screens/screen.types.ts'
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

const Typed = z
  .object({ act: z.enum(['adjust', 'delete']), text: z.string() })
  .transform(({ act, text }) => ({ adjusting: act === 'adjust', changes: linesOf(text) }))
  .superRefine(({ adjusting, changes }, context) => {
    const message = wrongIn(changes, adjusting)
    if (message) context.addIssue({ code: 'custom', message, path: ['text'] })
  })
type Looked = z.output<typeof Typed> & { students: Found }

const fields: readonly Field[] = [
  {
    name: 'act',
    label: '操作',
    kind: 'radio',
    options: [
      { value: 'adjust', label: '调整学号' },
      { value: 'delete', label: '按学号删除学生' },
    ],
  },
  {
    name: 'text',
    label: '学号',
    kind: 'textarea',
    hint: '每行一名。调整：原学号、空格、新学号，可以从表格中粘贴两列，一次最多45名，互换学号也可以。删除：只写学号，一次最多500个',
  },
]

const Numbers = ({ schoolId }: { schoolId: SchoolId }) => {
  // Only what was looked at is done: what is typed afterwards is to be looked at again.
  const [looked, setLooked] = useState<Looked | null>(null)
  const [round, setRound] = useState(0)
  const look = async (typed: z.output<typeof Typed>) => {
    setLooked(null)
    const numbers = typed.changes.map((c) => c.from)
    setLooked({ ...typed, students: await act(findNumbers, { schoolId, numbers }, { hideMessage: true }) })
  }
  const begin = (): void => {
    setLooked(null)
    setRound((n) => n + 1)
  }
  const adjust = async (changes: Change[]) => {
    const { changed } = await act(adjustNumbers, { schoolId, changes })
    toast('success', `已调整${changed}个学号`)
    begin()
  }
  const remove = async ({ found }: Found) => {
    const studentIds = found.map((s) => s.studentId)
    await act(deleteStudents, { studentIds })
    undoable(`已删除${studentIds.length}名学生`, () => act(restoreStudents, { schoolId, studentIds }))
    begin()
  }
  const { students, adjusting = false, changes = [] } = looked ?? {}
  const ready = students !== undefined && students.found.length > 0 && (!adjusting || students.unknown.length === 0)
  const to = new Map(changes.map((c) => [c.from, c.to]))
  return (
    <Page title="学号调整" width="narrow">
      <ValueForm
        key={round}
        schema={Typed}
        fields={fields}
        start={{ act: 'adjust', text: '' }}
        submit="核对"
        second={ready}
        onTyped={() => setLooked(null)}
        onSubmit={look}
      />
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
      {ready && (
        <div>
          <ActionButton
            action={
              adjusting
                ? { name: `调整${changes.length}个学号`, primary: true, run: () => adjust(changes) }
                : { name: `删除${students.found.length}名学生`, danger: true, run: () => remove(students) }
            }
          />
        </div>
      )}
    </Page>
  )
}

/** Student numbers, many at once. */
export const NumbersScreen = () => (
  <InSchool title="学号调整" part="students">
    {(school) => <Numbers schoolId={school.schoolId} />}
  </InSchool>
)
