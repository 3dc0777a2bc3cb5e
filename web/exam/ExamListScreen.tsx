import { sessionUser } from '#shared/identity/identity.calls.ts'
import { deleteExam, listExams, restoreExam } from '#shared/exam/exam.calls.ts'
import type { ExamRow } from '#shared/exam/exam.calls.ts'
import { jointExamTypes, markingProgress, singleSchoolExamTypes } from '#shared/exam/exam.types.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'
import { act, useAsk } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { DateCell } from '#web/kit/parts/Cells.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import type { Action, Column, Filter } from '#web/kit/screens/screen.types.ts'
import { addJointPath, addLike, examPath, examPaths } from './exam.paths.ts'
import { examTypeName, progressText, releaseOf, statusOf, statusOptions } from './states.ts'
import { toolsOf, waitingIn } from './tools/tools.ts'
import { scanPaths } from '#web/scan/scan.paths.ts'
import { analysisPaths, reportPath } from '#web/analysis/analysis.paths.ts'
import { ownResultsPath } from '#web/learning/learning.paths.ts'

const makers = [-1, 1, 2, 3, 15, 18]
const whoMakes = '由学校管理员、教务管理员或教师新建'

export const removeExam = async (exam: { examId: ExamRow['examId']; examName: string; version: number }) => {
  await act(deleteExam, { examId: exam.examId, version: exam.version })
  undoable(`已删除“${exam.examName}”`, () => act(restoreExam, { examId: exam.examId }))
}

/** Why an exam may not be deleted, or null. Of what came from a file there are no batches to be deleted first. */
export const deleteBar = (exam: Pick<ExamRow, 'furthest'>, fromFile?: boolean): string | null => {
  if (exam.furthest < markingProgress.cardExceptions) return null
  if (fromFile === undefined) return '考试已有扫描数据或成绩，请到考试页删除'
  return fromFile ? '成绩由文件导入，没有扫描批次；要删除请用“强制删除”' : '考试已有扫描数据，请先删除扫描批次'
}

const rowActions = (e: ExamRow): Action[] => {
  const paperId = e.courses[0]?.paperId
  const readable = e.courses.find((c) => c.released)?.paperId
  const scores = readable ? [{ name: '成绩单', to: reportPath('transcript', e.examId, readable) }] : []
  const out = e.courses.every((c) => c.released)
  return [
    { name: '详情', to: examPath(e.examId) },
    // Of an exam that is published in part the next step of the rest comes first.
    ...(out ? scores : []),
    ...(paperId && e.mayManage ? toolsOf(e, paperId) : []),
    ...(out ? [] : scores),
    ...(e.mayManage && e.owner.startsWith('s:') ? [{ name: '照此新建', to: addLike({ like: e.examId }) }] : []),
    ...(e.mayManage ? [{ name: '删除', danger: true, barred: deleteBar(e), run: () => removeExam(e) }] : []),
  ]
}

/** Who reads results is told of a correction where they are found, as students are. */
const standOf = (e: ExamRow) => (e.courses.some((c) => c.correctedAt !== undefined) ? releaseOf(e) : statusOf(e))

const name: Column<ExamRow> = { key: 'examName', name: '考试', value: (e) => e.examName }
const course: Column<ExamRow> = {
  key: 'courses',
  name: '课程',
  value: (e) => e.courses.map((c) => c.courseName).join('、'),
}
const date: Column<ExamRow> = {
  key: 'examDate',
  name: '考试日期',
  value: (e) => e.examDate,
  cell: (e) => <DateCell ms={e.examDate} />,
}
const search: Filter = { field: 'name', label: '查找', mode: 'search', placeholder: '考试名称' }

type Staff = { mayMake: boolean; ofArea: boolean; ofSchool: boolean; teaches: boolean }
const StaffList = ({ mayMake, ofArea, ofSchool, teaches }: Staff) => {
  const { data: newest } = useAsk(listExams, { pageNumber: 1, pageSize: 20 }, { freshMs: 10_000, quiet: true })
  // What waits comes before what may be begun.
  const waiting = newest ? waitingIn(newest.list) : null
  const add = {
    ...(ofArea ? { name: '新建联考', to: addJointPath() } : { name: '新建考试', to: examPaths.add }),
    primary: waiting === null,
    shortcut: 'n',
  }
  return (
    <ListScreen
      title="考试"
      call={listExams}
      order="考试日期近的在前"
      rowKey={(e) => e.examId}
      rowTo={(e) => examPath(e.examId)}
      filters={[
        { field: 'status', label: '状态', mode: 'radio', options: statusOptions },
        {
          field: 'examType',
          label: '类型',
          mode: 'radio',
          options: (ofArea ? jointExamTypes : singleSchoolExamTypes).map((t) => ({
            value: String(t),
            label: examTypeName(t),
          })),
        },
        search,
      ]}
      columns={[
        name,
        { key: 'examType', name: '类型', value: (e) => examTypeName(e.examType) },
        { key: 'gradeName', name: '年级', value: (e) => e.gradeName },
        course,
        date,
        { key: 'candidateCount', name: '考生', unit: '人', value: (e) => e.candidateCount, number: true },
        { key: 'markingProgress', name: '进度', value: progressText },
        {
          key: 'status',
          name: '状态',
          value: (e) => standOf(e).text,
          cell: (e) => <StateMark {...standOf(e)} />,
        },
        { key: 'creatorName', name: '创建人', value: (e) => e.creatorName, extra: true },
      ]}
      actions={[
        { name: '联考上报', to: examPaths.reporting },
        ...(mayMake
          ? [
              add,
              ...(ofArea
                ? [
                    { name: '学校组', to: examPaths.groups },
                    { name: '联考创建进度', to: examPaths.creations },
                  ]
                : [
                    { name: '考试模板', to: examPaths.templates },
                    { name: '我校的联考', to: examPaths.ownParts },
                  ]),
              { name: '已删除的考试', to: examPaths.deleted },
            ]
          : []),
        ...(ofArea ? [{ name: '其他区域的联考', to: examPaths.areaParts }] : []),
        ...(teaches
          ? [
              { name: '我的命题任务', to: examPaths.ownSettingTasks },
              { name: '我的扫描任务', to: scanPaths.tasks },
              { name: '学生辅导', to: analysisPaths.myTutored },
            ]
          : []),
        ...(waiting ? [waiting] : []),
      ]}
      // Who looks for 新建 learns who has it.
      {...(mayMake || !ofSchool ? {} : { facts: () => [{ name: '新建考试', value: whoMakes }] })}
      rowActions={rowActions}
      exportName="考试"
      empty={{
        title: '还没有考试',
        text: mayMake
          ? '新建考试后，设置试题、设计答题卡，即可打印和扫描。'
          : `学校安排考试后会出现在这里${ofSchool ? `；${whoMakes}` : ''}。`,
        ...(mayMake ? { action: add } : {}),
      }}
    />
  )
}

const OwnList = () => (
  <ListScreen
    title="我的考试"
    call={listExams}
    order="考试日期近的在前"
    rowTo={(e) => ownResultsPath(e)}
    rowKey={(e) => e.examId}
    filters={[search]}
    columns={[
      name,
      course,
      date,
      {
        key: 'status',
        name: '成绩',
        value: (e) => releaseOf(e).text,
        cell: (e) => <StateMark {...releaseOf(e)} />,
      },
    ]}
    empty={{ title: '还没有考试', text: '参加考试后会出现在这里。' }}
  />
)

/** Exams: those one manages or sees; students and parents see their own. */
export const ExamListScreen = () => {
  const { data: user } = useAsk(sessionUser, {}, { freshMs: 300_000 })
  if (!user) return null
  const { userType, schoolId, areaId } = user
  if (userType === 4 || userType === 5) return <OwnList />
  const ofArea = schoolId === undefined && areaId !== undefined
  const mayMake = ofArea
    ? admits(jointOrganisers.userTypes, userType)
    : schoolId !== undefined && makers.includes(userType)
  return <StaffList mayMake={mayMake} ofArea={ofArea} ofSchool={schoolId !== undefined} teaches={userType === 3} />
}
