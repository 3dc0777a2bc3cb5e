import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { SchoolId } from '#shared/kit/ids.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import * as calls from '#shared/scan/uploading/uploader.calls.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { scanPaths, toPaper } from '../scan.paths.ts'

type Of = { paperId: PaperId; schoolId?: SchoolId }

/** Of a joint exam people and classes are chosen school by school: which one, stands in the address. */
const ofOneSchool = (title: string, Form: (of: Of) => ReactNode) => {
  const OfOneSchool = () => {
    const paperId = useParams()['paperId'] as PaperId
    const [query] = useSearchParams()
    const schoolId = SchoolId.safeParse(query.get('school')).data
    const list = useAsk(calls.uploaderList, { paperId, pageSize: 1 })
    const examId = list.data?.examId
    const schools = useAsk(calls.schoolUploadStates, examId ? { examId } : undefined)
    const error = list.error ?? schools.error
    if (!examId || !schools.data)
      return <Page title={title}>{error ? <ErrorState error={error} /> : <Bars rows={6} height={32} />}</Page>
    if (schools.data.length <= 1 || schoolId) return <Form paperId={paperId} {...(schoolId ? { schoolId } : {})} />
    return (
      <ListScreen
        title={`${title}：请选择学校`}
        call={calls.schoolUploadStates}
        input={{ examId }}
        rowKey={(s) => s.schoolId}
        rowTo={(s) => `?${new URLSearchParams({ school: s.schoolId }).toString()}`}
        columns={[{ key: 'schoolName', name: '学校', value: (s) => s.schoolName }]}
        filters={[{ field: 'name', label: '学校', mode: 'search', placeholder: '按校名查找' }]}
        empty={{ title: '没有这样的学校' }}
      />
    )
  }
  return OfOneSchool
}

const useClasses = (of: Of) => {
  const asked = useAsk(calls.uploadersByClass, { ...of, pageSize: 500 })
  const options = asked.data?.list.map((c) => {
    const others = c.uploaders.map((u) => u.userName).join('、')
    return { value: c.classId as string, label: others ? `${c.className}（${others}）` : c.className }
  })
  return { error: asked.error, options }
}
const hint = '不选表示全部班级；括号里是已经分配的上传人'

const AddUploader = (of: Of) => {
  const { paperId } = of
  const people = useAsk(calls.uploaderChoices, of)
  const { options, error } = useClasses(of)
  const back = toPaper(scanPaths.assignScanner, paperId)
  if (!people.data || !options)
    return <Page title="添加上传人">{error ? <ErrorState error={error} /> : <Bars rows={6} height={32} />}</Page>
  const free = people.data.filter((t) => t.userId !== undefined && !t.chosen)
  if (free.length === 0)
    return (
      <NoticeScreen
        title="添加上传人"
        empty={{
          title: '没有可以添加的教师',
          text: '考试教师都已是上传人，或还没有账号。',
          action: { name: '返回', to: back },
        }}
      />
    )
  return (
    <FormScreen
      title="添加上传人"
      call={calls.addUploaders}
      fixed={{ paperId }}
      start={{ userIds: [], classIds: [] }}
      fields={[
        {
          name: 'userIds',
          label: '教师',
          kind: 'multi',
          required: true,
          wide: true,
          options: free.map((t) => ({
            value: t.userId!,
            label: t.classes.length === 0 ? t.teacherName : `${t.teacherName}（任教${t.classes.length}个班）`,
          })),
        },
        { name: 'classIds', label: '班级', kind: 'multi', wide: true, hint, options },
      ]}
      doneText="已添加上传人"
      done={() => back}
    />
  )
}

/** Teachers of the exam who shall upload. */
export const AddUploaderScreen = ofOneSchool('添加上传人', AddUploader)

const AllotClasses = (of: Of) => {
  const { paperId } = of
  const { userId } = useParams() as { userId: string }
  const list = useAsk(calls.uploaderList, { paperId, pageSize: 1000 })
  const { options, error } = useClasses(of)
  const back = toPaper(scanPaths.assignScanner, paperId)
  const row = list.data?.list.find((u) => u.userId === userId)
  if (list.data && !row)
    return (
      <NoticeScreen title="分配班级" empty={{ title: '上传人不存在或已取消', action: { name: '返回', to: back } }} />
    )
  if (!row || !options)
    return <Page title="分配班级">{error ? <ErrorState error={error} /> : <Bars rows={6} height={32} />}</Page>
  return (
    <FormScreen
      title={`${row.userName} 上传的班级`}
      call={calls.allotClasses}
      fixed={{ paperId, userId: row.userId, version: row.version }}
      start={{ classIds: row.classes.map((c) => c.classId) }}
      fields={[{ name: 'classIds', label: '班级', kind: 'multi', wide: true, hint, options }]}
      doneText="已分配班级"
      done={() => back}
    />
  )
}

/** The classes of one uploader. */
export const AllotClassesScreen = ofOneSchool('分配班级', AllotClasses)

const HandOver = (of: Of) => {
  const { paperId } = of
  const { userId } = useParams() as { userId: string }
  const list = useAsk(calls.uploaderList, { paperId, pageSize: 1000 })
  const people = useAsk(calls.uploaderChoices, of)
  const back = toPaper(scanPaths.assignScanner, paperId)
  const row = list.data?.list.find((u) => u.userId === userId)
  const free = people.data?.filter((t) => t.userId !== undefined && !t.chosen)
  if ((list.data && !row) || free?.length === 0)
    return (
      <NoticeScreen
        title="换人"
        empty={{
          title: row ? '没有可以接替的教师' : '上传人不存在或已取消',
          text: row ? '考试教师都已是上传人，或还没有账号。' : undefined,
          action: { name: '返回', to: back },
        }}
      />
    )
  const error = list.error ?? people.error
  if (!row || !free)
    return <Page title="换人">{error ? <ErrorState error={error} /> : <Bars rows={4} height={32} />}</Page>
  return (
    <FormScreen
      title={`由谁接替${row.userName}`}
      call={calls.handOverUploader}
      fixed={{ paperId, userId: row.userId, version: row.version }}
      fields={[
        {
          name: 'to',
          label: '接替的教师',
          kind: 'select',
          required: true,
          hint: `接替后由这位教师上传${row.classes.length === 0 ? '全部班级' : row.classes.map((c) => c.className).join('、')}；${row.userName}已上传的不变`,
          options: free.map((t) => ({ value: t.userId!, label: t.teacherName })),
        },
      ]}
      doneText="已换人"
      done={() => back}
    />
  )
}

/** Another person uploads in place of this one. */
export const HandOverScreen = ofOneSchool('换人', HandOver)
