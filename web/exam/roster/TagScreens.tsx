import { useParams } from 'react-router'
import { examClasses } from '#shared/exam/exam.calls.ts'
import * as calls from '#shared/exam/roster/tag.calls.ts'
import type { CandidateWishSent } from '#shared/exam/roster/candidateWish.rules.ts'
import type { ClassId, ExamId, StudentId } from '#shared/kit/ids.ts'
import { act, ask, useAsk } from '#web/kit/ask.ts'
import { openForm, toast } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Field, Values } from '#web/kit/screens/screen.types.ts'
import { inSchool } from '#web/school/school.paths.ts'
import { examPaths } from '../exam.paths.ts'
import { fileCheck, fileField, fileOf, listFields, listStart, listWish } from './listField.public.tsx'

type Counted = readonly { tag: string; students: number }[]
const text = (tags: Counted): string => tags.map((t) => `${t.tag} ${t.students}人`).join('、')

/** Of tags that are there one is chosen; a new one is typed. */
const tagField = (tags: Counted, adds: boolean): Field =>
  adds
    ? {
        name: 'tag',
        label: '标签',
        kind: 'text',
        required: true,
        maxLength: 12,
        placeholder: '如：艺术生',
        ...(tags.length > 0 ? { hint: `已有：${tags.map((t) => t.tag).join('、')}` } : {}),
      }
    : {
        name: 'tag',
        label: '标签',
        kind: 'select',
        required: true,
        options: tags.map((t) => ({ value: t.tag, label: `${t.tag}（${t.students}人）` })),
      }

type Asked = { examId: ExamId; adds: boolean; tags: Counted }

/** What a tag would do is shown in the form's own place; `wish` is asked in it where it is not chosen yet. */
const tagForm = (
  { examId, adds, tags }: Asked,
  title: string,
  wish:
    CandidateWishSent | { fields: Field[]; start: Values; wish: (sent: Record<string, unknown>) => CandidateWishSent },
): DialogForm => ({
  title,
  submit: '预览',
  fields: [tagField(tags, adds), ...('fields' in wish ? wish.fields : [])],
  ...('fields' in wish ? { start: wish.start, check: fileCheck } : {}),
  run: async (sent) => {
    const tag = String(sent['tag'])
    const wished = { examId, tag, adds, wish: 'fields' in wish ? wish.wish(sent) : wish }
    const { changed, meant, version } = await act(calls.tagPreview, wished, { hideMessage: true })
    const left = meant - changed
    const verb = adds ? '添加' : '移除'
    return {
      text: `${changed}名考生${verb}标签“${tag}”。${left > 0 ? `另外${left}名${adds ? '已有' : '没有'}这个标签，不变。` : ''}`,
      submit: `${verb}${changed}人`,
      run: async () => {
        const { uuid } = await act(calls.setTag, { ...wished, version }, { hideMessage: true })
        if (!uuid) toast('success', `已${verb}${changed}人的标签“${tag}”`)
        return { uuid }
      },
    }
  },
})

/** All tags of each candidate of a table, as it says them. */
const tableForm = (examId: ExamId): DialogForm => ({
  title: '导入标签',
  submit: '预览',
  check: fileCheck,
  fields: [
    fileField(() => ask(calls.tagFile, { examId }), {
      hint: '模板里是现在的标签：改“标签”一列再上传，几个标签用顿号隔开，空着就是没有标签；不在表中的考生不变。',
    }),
  ],
  run: async (sent) => {
    const file = { examId, ...fileOf(sent) }
    const { changed, meant, version } = await act(calls.tagImportPreview, file, { hideMessage: true })
    return {
      text: `表中${meant}名考生，其中${changed}名的标签改变。`,
      submit: `修改${changed}人`,
      run: async () => {
        const { uuid } = await act(calls.tagImport, { ...file, version }, { hideMessage: true })
        if (!uuid) toast('success', `已修改${changed}人的标签`)
        return { uuid }
      },
    }
  },
})

/** The candidates with their tags. */
export const TagScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  const classes = useAsk(examClasses, { examId }).data ?? []
  const tags = useAsk(calls.taggedStudents, { examId, pageSize: 1 }, { quiet: true }).data?.tags ?? []
  const adding = { examId, adds: true, tags }
  const none = tags.length === 0 && '还没有标签'
  const numbers = {
    fields: listFields(() => ask(calls.tagFile, { examId }), '每行一个，可以从表格中复制一列粘贴'),
    start: listStart,
    wish: listWish,
  }
  return (
    <ListScreen
      title="考生标签"
      call={calls.taggedStudents}
      input={{ examId }}
      order="按考号"
      rowTo={(c) => inSchool('student', { studentId: c.studentId })}
      rowKey={(c) => c.studentId}
      facts={({ tags: counted }) => counted.map((t) => ({ name: t.tag, value: `${t.students}人` }))}
      columns={[
        { key: 'studentName', name: '姓名', value: (c) => c.studentName, width: 120 },
        { key: 'studentNumber', name: '考号', value: (c) => c.studentNumber, width: 120 },
        { key: 'className', name: '班级', value: (c) => c.className, width: 96 },
        { key: 'tags', name: '标签', value: (c) => c.tags.join('、'), width: 240 },
      ]}
      filters={[
        {
          field: 'tag',
          label: '标签',
          mode: 'dropdown',
          options: tags.map((t) => ({ value: t.tag, label: `${t.tag}（${t.students}人）` })),
        },
        {
          field: 'classId',
          label: '班级',
          mode: 'dropdown',
          options: classes.map((c) => ({ value: c.classId, label: c.className })),
        },
        { field: 'name', label: '查找', mode: 'search', placeholder: '姓名、拼音或考号' },
      ]}
      actions={[
        { name: '按班级添加', primary: true, to: pathTo(examPaths.tagClassAdd, { examId }) },
        { name: '按名单添加', form: () => tagForm(adding, '按名单添加标签', numbers) },
        { name: '导入标签', form: () => tableForm(examId) },
        { name: '按班级移除', to: pathTo(examPaths.tagClassDelete, { examId }), barred: none },
        {
          name: '删除标签',
          form: () => tagForm({ ...adding, adds: false }, '删除标签', { kind: 'all' }),
          barred: none,
        },
      ]}
      bulkActions={(keys) => {
        const wish: CandidateWishSent = { kind: 'students', studentIds: keys as StudentId[] }
        const many = keys.length > 200 && '一次最多选200人，更多请按班级或名单'
        const title = (verb: string): string => `${verb}${keys.length}名考生的标签`
        return [
          { name: '添加标签', form: () => tagForm(adding, title('添加'), wish), barred: many },
          {
            name: '移除标签',
            form: () => tagForm({ ...adding, adds: false }, title('移除'), wish),
            barred: many || none,
          },
        ]
      }}
      exportName="考生标签"
      empty={{ title: '没有符合条件的考生' }}
    />
  )
}

/** The tags of whole classes, given or taken. */
const classScreen = (adds: boolean) => {
  const OfClasses = () => {
    const { examId } = useParams() as { examId: ExamId }
    const tags = useAsk(calls.taggedStudents, { examId, pageSize: 1 }, { quiet: true }).data?.tags ?? []
    const rows = useAsk(calls.taggedClasses, { examId }, { quiet: true }).data ?? []
    const verb = adds ? '添加标签' : '移除标签'
    const open = (classIds: readonly string[]): void => {
      const own = new Set(rows.filter((c) => classIds.includes(c.classId)).flatMap((c) => c.tags.map((t) => t.tag)))
      const offered = adds ? tags : tags.filter((t) => own.has(t.tag))
      const wish: CandidateWishSent = { kind: 'classes', classIds: classIds as ClassId[] }
      openForm(tagForm({ examId, adds, tags: offered }, `${classIds.length}个班级${verb}`, wish))
    }
    return (
      <ListScreen
        title={adds ? '按班级添加标签' : '按班级移除标签'}
        call={calls.taggedClasses}
        input={{ examId }}
        rowTo={(c) => `${pathTo(examPaths.tags, { examId })}?classId=${c.classId}`}
        rowKey={(c) => c.classId}
        columns={[
          { key: 'className', name: '班级', value: (c) => c.className, width: 120 },
          { key: 'students', name: '考生', unit: '人', value: (c) => c.students, number: true, width: 72 },
          { key: 'tags', name: '标签', value: (c) => text(c.tags), width: 320 },
        ]}
        rowActions={(c) => [
          {
            name: verb,
            run: () => open([c.classId]),
            barred: !adds && c.tags.length === 0 && '这个班没有标签',
          },
        ]}
        bulkActions={(keys) => [{ name: verb, run: () => open(keys) }]}
        empty={{ title: '这场考试没有班级' }}
      />
    )
  }
  return OfClasses
}
export const TagClassAddScreen = classScreen(true)
export const TagClassDeleteScreen = classScreen(false)
