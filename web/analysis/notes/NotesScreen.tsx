import { useParams } from 'react-router'
import * as calls from '#shared/analysis/notes/note.calls.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, undoDelete, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { download } from '#web/kit/download.ts'
import { toast } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { randomId } from '#web/kit/ports.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action, Field } from '#web/kit/screens/screen.types.ts'

type Note = OutputOf<typeof calls.listNotes>['list'][number]
type Question = OutputOf<typeof calls.listNotes>['questions'][number]

const text: Field = {
  kind: 'textarea',
  name: 'text',
  label: '笔记',
  required: true,
  maxLength: 500,
  wide: true,
  hint: '错在哪里、怎样讲评；本校看得到这科成绩的老师都能看到',
}
const questionOf = (questions: readonly Question[]): Field => ({
  kind: 'select',
  name: 'questionId',
  label: '题目',
  required: true,
  options: questions.map((q) => ({
    value: q.questionId,
    label: `第${q.number}题${q.notes > 0 ? `（${q.notes}条）` : ''}`,
    ...(q.locked ? { barred: '已锁定' } : {}),
  })),
})
const lockedWords = ({ locked }: Note): string => (locked ? `${locked.userName}于${showTime(locked.at)}锁定` : '')

/** What teachers of the own school note on the questions of a paper. */
export const NotesScreen = () => {
  const { paperId } = useParams() as { paperId: PaperId }
  const asked = useAsk(calls.listNotes, { paperId, pageSize: 1 }, { quiet: true })
  const questions: readonly Question[] = asked.data?.questions ?? []
  /** Of a new note, or of one that is changed. */
  const formOf = (note?: Note): DialogForm => {
    const noteId = note?.noteId ?? randomId()
    return {
      title: note ? `修改第${note.number ?? ''}题的笔记` : '写笔记',
      submit: '保存',
      fields: note ? [text] : [questionOf(questions), text],
      ...(note ? { start: { text: note.text } } : {}),
      run: async (sent) => {
        const on = { questionId: (note?.questionId ?? sent['questionId']) as QuestionId, text: String(sent['text']) }
        await act(calls.saveNote, { paperId, noteId, version: note?.version ?? 0, ...on }, { hideMessage: true })
        toast('success', '笔记已保存')
      },
    }
  }
  const lock = async ({ questionId, lockVersion, locked, number }: Note): Promise<void> => {
    const closes = !locked
    await act(calls.lockNotes, { paperId, questionId, locked: closes, version: lockVersion })
    toast('success', `第${number ?? ''}题的笔记已${closes ? '锁定' : '解锁'}`)
  }
  const take = async (): Promise<void> => {
    const { fileName, csv } = await act(calls.takeNotes, { paperId })
    download(fileName, csv)
  }
  const add: Action = {
    name: '写笔记',
    primary: true,
    shortcut: 'n',
    barred: questions.length === 0 && '题目还没有加载完',
    form: () => formOf(),
  }
  return (
    <ListScreen
      title="题目笔记"
      call={calls.listNotes}
      input={{ paperId }}
      order="按题号"
      rowKey={(n) => n.noteId}
      rowTo={{ none: 'a note is read whole in its row' }}
      facts={(d) => [{ name: '科目', value: d.courseName }]}
      filters={[
        {
          field: 'questionId',
          label: '题目',
          mode: 'dropdown',
          options: questions
            .filter((q) => q.notes > 0)
            .map((q) => ({ value: q.questionId, label: `第${q.number}题（${q.notes}条）` })),
        },
        { field: 'keyword', label: '查找', mode: 'search', placeholder: '笔记或作者' },
      ]}
      columns={[
        { key: 'number', name: '题号', value: (n) => (n.number === null ? '—' : `第${n.number}题`), width: 88 },
        {
          key: 'text',
          name: '笔记',
          value: (n) => n.text,
          cell: (n) => <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{n.text}</span>,
          width: 360,
        },
        { key: 'userName', name: '作者', value: (n) => n.userName, width: 120 },
        {
          key: 'at',
          name: '时间',
          value: (n) => n.editedAt ?? n.at,
          cell: (n) => <DateCell ms={n.editedAt ?? n.at} />,
          width: 120,
        },
        { key: 'locked', name: '状态', value: lockedWords, width: 160 },
      ]}
      actions={[add, { name: '下载笔记', run: take, barred: questions.every((q) => q.notes === 0) && '还没有笔记' }]}
      rowActions={(n) => {
        const closed = n.locked && '这道题的笔记已锁定'
        return [
          { name: '修改', form: () => formOf(n), barred: closed || (!n.mine && '只能改自己写的') },
          {
            name: '删除',
            danger: true,
            run: () => undoDelete(calls.deleteNote, { paperId, ...keyOf(n) }, `已删除第${n.number ?? ''}题的一条笔记`),
            barred: closed || (!n.mayDelete && '只能删自己写的'),
          },
          {
            name: n.locked ? '解锁这道题' : '锁定这道题',
            run: () => lock(n),
            barred: !n.mayLock && (n.locked ? '由锁定的人或负责人解锁' : '写过这道题笔记的老师或负责人才能锁定'),
          },
        ]
      }}
      empty={{ title: '还没有题目笔记', text: '把错在哪里、怎样讲评写给本校看得到这科成绩的老师。', action: add }}
    />
  )
}

const keyOf = ({ questionId, noteId }: Note) => ({ questionId, noteId })
