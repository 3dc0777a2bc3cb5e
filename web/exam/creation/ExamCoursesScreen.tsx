import { useParams } from 'react-router'
import {
  coursePreview,
  courseStand,
  orderCourses,
  renameCourse,
  setPaperClasses,
} from '#shared/exam/creation/course.calls.ts'
import type { CourseWish } from '#shared/exam/creation/course.calls.ts'
import { addCourses, removeCourse } from '#shared/exam/roster/roster.calls.ts'
import type { ClassId, CourseId, ExamId, PaperId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { act } from '#web/kit/ask.ts'
import type { AskOptions, OutputOf } from '#web/kit/ask.ts'
import { confirm, openForm, toast, undoable } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { cardText } from '../states.ts'

type Stand = OutputOf<typeof courseStand>
type Course = Stand['papers'][number]

const inForm: AskOptions = { hideMessage: true }

/** What follows, in words, with the version that it follows from: that is what is then done. */
const looked = async (examId: ExamId, wish: CourseWish, said: AskOptions = {}) => {
  const { lines, version } = await act(coursePreview, { examId, wish }, said)
  return { text: lines.join(''), version }
}

const addForm = (examId: ExamId, { more }: Stand): DialogForm => ({
  title: '增加科目',
  submit: '预览',
  fields: [
    {
      name: 'courseIds',
      label: '科目',
      kind: 'multi',
      required: true,
      wide: true,
      options: more.map((c) => ({ value: c.courseId, label: c.courseName })),
    },
  ],
  run: async (sent) => {
    const { courseIds } = sent as { courseIds: CourseId[] }
    const { text, version } = await looked(examId, { kind: 'add', courseIds }, inForm)
    return {
      text,
      submit: '增加',
      run: async () => {
        await act(addCourses, { examId, courseIds, version }, inForm)
        return () => toast('success', '科目已增加')
      },
    }
  },
})

const renameForm = (examId: ExamId, { paperId, courseName: before }: Course): DialogForm => ({
  title: `给${before}改名`,
  submit: '预览',
  fields: [{ name: 'courseName', label: '科目名称', kind: 'text', required: true, maxLength: 20 }],
  start: { courseName: before },
  run: async (sent) => {
    const { courseName } = sent as { courseName: string }
    const { text, version } = await looked(examId, { kind: 'rename', paperId, courseName }, inForm)
    return {
      text,
      submit: '改名',
      run: async () => {
        const now = await act(renameCourse, { examId, paperId, courseName, version }, inForm)
        const back = { examId, paperId, courseName: before, version: now.version }
        return () => undoable(`已改名为${courseName}`, () => act(renameCourse, back))
      },
    }
  },
})

/** One more paper of a course: another book, a second part. */
const furtherForm = (examId: ExamId, { courseId, courseName }: Course): DialogForm => ({
  title: `${courseName}再加一份试卷`,
  submit: '预览',
  fields: [
    {
      ...{ name: 'paperName', label: '试卷名称', kind: 'text', required: true, maxLength: 20 },
      placeholder: `如 ${courseName}B卷`,
      hint: '先由全体考生参加；各班用不同试卷的，再在每份试卷的“参加的班级”中设置',
    },
  ],
  run: async (sent) => {
    const { paperName } = sent as { paperName: string }
    const courseIds = [courseId]
    const { text, version } = await looked(examId, { kind: 'add', courseIds, paperName }, inForm)
    return {
      text,
      submit: '增加',
      run: async () => {
        await act(addCourses, { examId, courseIds, paperName, version }, inForm)
        return () => toast('success', '试卷已增加')
      },
    }
  },
})

const classesForm = (examId: ExamId, { paperId, courseName, classIds }: Course, { classes }: Stand): DialogForm => ({
  title: `参加${courseName}的班级`,
  submit: '预览',
  fields: [
    {
      ...{ name: 'classIds', label: '班级', kind: 'multi', required: true, wide: true },
      options: classes.map((c) => ({ value: c.classId, label: `${c.className}（${c.candidateCount}人）` })),
    },
  ],
  start: { classIds },
  run: async (sent) => {
    const wish = sent as { classIds: ClassId[] }
    const { text, version } = await looked(examId, { kind: 'classes', paperId, ...wish }, inForm)
    return {
      text,
      submit: '确定',
      run: async () => {
        const now = await act(setPaperClasses, { examId, paperId, ...wish, version }, inForm)
        const back = { examId, paperId, classIds, version: now.version }
        return () => undoable(`${courseName}参加的班级已改`, () => act(setPaperClasses, back))
      },
    }
  },
})

/** The papers with the one at `at` moved by `by` places. */
const moved = (papers: readonly Course[], at: number, by: 1 | -1): PaperId[] => {
  const ids = papers.map((p) => p.paperId)
  return ids.with(at, ids[at + by]!).with(at + by, ids[at]!)
}

const Table = ({ examId, of, edit }: { examId: ExamId; of: Stand; edit: (form: DialogForm) => void }) => {
  const { papers, version, fixed } = of
  const order = async (paperIds: PaperId[]): Promise<void> => {
    const now = await act(orderCourses, { examId, paperIds, version })
    const back = { examId, paperIds: papers.map((p) => p.paperId), version: now.version }
    undoable('顺序已改', () => act(orderCourses, back))
  }
  const remove = async ({ paperId, courseName }: Course): Promise<void> => {
    const { text, version: seen } = await looked(examId, { kind: 'remove', paperId })
    if (!(await confirm({ title: `移出${courseName}`, text, ok: '移出' }))) return
    await act(removeCourse, { examId, paperId, version: seen })
    toast('success', `${courseName}已移出`)
  }
  const actionsOf = (p: Course): Action[] => {
    const at = papers.indexOf(p)
    return [
      { name: '改名', run: () => edit(renameForm(examId, p)) },
      { name: '再加一份试卷', run: () => edit(furtherForm(examId, p)), barred: of.barred },
      {
        name: '参加的班级',
        run: () => edit(classesForm(examId, p, of)),
        barred: fixed ?? (of.classes.length < 2 && '本场考试只有一个班级'),
      },
      { name: '上移', run: () => order(moved(papers, at, -1)), barred: at === 0 && '已是第一个' },
      { name: '下移', run: () => order(moved(papers, at, 1)), barred: at === papers.length - 1 && '已是最后一个' },
      { name: '移出', run: () => remove(p), danger: true, barred: fixed ?? p.kept },
    ]
  }
  return (
    <DataTable
      label="科目"
      rows={papers}
      rowKey={(p) => p.paperId}
      columns={[
        { key: 'courseName', name: '科目', value: (p) => p.courseName, width: 120 },
        {
          key: 'classes',
          name: '参加的班级',
          value: (p) => (p.classIds.length === of.classes.length ? '全部' : `${p.classIds.length}个班`),
        },
        { key: 'questions', name: '题目', unit: '道', number: true, value: (p) => p.questions },
        { key: 'fullScore', name: '满分', unit: '分', number: true, value: (p) => showScore(p.fullScore) },
        { key: 'card', name: '答题卡', value: (p) => cardText(p.hasCard) },
        { key: 'state', name: '成绩', value: (p) => (p.released ? '已发布' : '未发布') },
        { key: 'totals', name: '计入总分', value: (p) => p.totals.join('、'), width: 140 },
      ]}
      rowActions={(p) => <RowActions actions={actionsOf(p)} />}
    />
  )
}

/** The courses of an exam: added, taken out, renamed and put in order, each after a look at what follows. */
export const ExamCoursesScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <>
      <DetailScreen
        call={courseStand}
        input={{ examId }}
        title={() => '科目管理'}
        facts={(d) => [{ name: '科目', value: `${d.papers.length}个` }]}
        actions={(d) => [
          {
            name: '增加科目',
            primary: true,
            form: () => addForm(examId, d),
            barred: d.barred ?? (d.more.length === 0 && '学校的科目都已在本场考试中'),
          },
        ]}
      >
        {(d) => <Table examId={examId} of={d} edit={openForm} />}
      </DetailScreen>
    </>
  )
}
