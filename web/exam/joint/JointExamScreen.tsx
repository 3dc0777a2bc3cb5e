import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { createJointExam, mostGroupsTaken } from '#shared/exam/exam.calls.ts'
import { jointExamTypes } from '#shared/exam/exam.types.ts'
import { examGroup, listExamGroups } from '#shared/exam/joint/group.calls.ts'
import { ExamGroupId } from '#shared/kit/ids.ts'
import { defaultCourses, defaultEnrolmentYears, gradeNameOf, stageNames } from '#shared/school/roster/school.rules.ts'
import { ask, useAsk } from '#web/kit/ask.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { randomId, serverNow } from '#web/kit/ports.ts'
import { FormScreen } from '#web/kit/screens/FormScreen.tsx'
import type { Option, Values } from '#web/kit/screens/screen.types.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { examPaths } from '../exam.paths.ts'
import { factFields } from '../creation/factFields.ts'
import { CodesField } from './CodesField.tsx'
import { SchoolsField } from './SchoolsField.tsx'
import { useAreaSchools } from './useAreaSchools.ts'

/** Joint exams are of schools: a university sits none. */
const stages = [1, 2, 3]
const stageOf = (values: Values): number => Number(values['stage'])
const gradesOf = (values: Values): Option[] => {
  const [stage, at] = [stageOf(values), serverNow()]
  return defaultEnrolmentYears(stage, at).map((enrolmentYear) => ({
    value: String(enrolmentYear),
    label: gradeNameOf({ stage, enrolmentYear }, at),
  }))
}
const coursesOf = (values: Values): Option[] =>
  defaultCourses(stageOf(values)).map((name) => ({ value: name, label: name }))

/** An exam of several schools of an area. */
export const JointExamScreen = () => {
  const [query] = useSearchParams()
  const groupId = ExamGroupId.safeParse(query.get('group')).data
  const { ofArea, ready, error, schools } = useAreaSchools()
  const groups = useAsk(listExamGroups, ofArea ? {} : undefined)
  const group = useAsk(examGroup, ofArea && groupId ? { groupId } : undefined)
  const [at] = useState(serverNow)
  const [requestId] = useState(randomId)
  // Whose contacts are taken over.
  const [groupIds, setGroupIds] = useState<string[]>(groupId ? [groupId] : [])
  if (ready && !ofArea)
    return (
      <NoticeScreen
        title="新建联考"
        width="narrow"
        empty={{ title: '联考由区域的联考负责人新建', text: '请切换到区域身份。' }}
      />
    )
  const wrong = error ?? groups.error ?? group.error
  if (!schools || !groups.data || (groupId && !group.data))
    return (
      <Page title="新建联考" width="narrow">
        {wrong ? <ErrorState error={wrong} /> : <Bars rows={8} height={32} />}
      </Page>
    )
  const chosen = group.data?.schools.map((s) => s.schoolId) ?? []
  const stage = schools.find((s) => chosen.includes(s.schoolId))?.stage ?? schools[0]?.stage ?? 1
  return (
    <FormScreen
      title="新建联考"
      call={createJointExam}
      fixed={{ requestId, ...(groupIds.length > 0 ? { groupIds } : {}) }}
      start={{
        examType: 7,
        examDate: at,
        stage,
        enrolmentYear: defaultEnrolmentYears(stage, at)[0] ?? 0,
        courseNames: [...defaultCourses(stage)],
        schoolIds: chosen,
        schoolCodes: [],
      }}
      submit="新建联考"
      doneText="联考正在建立，建好后出现在列表中"
      done={({ uuid }) => `${examPaths.list}?job=${uuid}`}
      fields={[
        ...factFields(jointExamTypes, '如 全区高一期中联考'),
        {
          name: 'stage',
          label: '学段',
          kind: 'select',
          number: true,
          required: true,
          options: stages.map((s) => ({ value: String(s), label: stageNames[s]! })),
        },
        { name: 'enrolmentYear', label: '年级', kind: 'select', number: true, required: true, options: gradesOf },
        { name: 'courseNames', label: '科目', kind: 'multi', required: true, wide: true, options: coursesOf },
        {
          name: 'schoolIds',
          label: '参加的学校',
          kind: 'custom',
          required: true,
          hint: '名单按各校现在的班级复制；没有所选年级的学校会在新建时说明',
          render: ({ value, onChange, values }) => (
            <SchoolsField
              // A school of several stages stands in each.
              schools={schools.filter(
                (s) => s.stage === stageOf(values) || s.schoolStageList.includes(`0${stageOf(values)}` as '01'),
              )}
              value={(value || []) as string[]}
              onChange={onChange}
              groups={groups.data!.map((g) => ({
                name: g.groupName,
                choose: async () => {
                  const { schools: of } = await ask(examGroup, { groupId: g.groupId })
                  setGroupIds((all) => [...new Set([...all, g.groupId])].slice(-mostGroupsTaken))
                  return of
                },
              }))}
            />
          ),
        },
        {
          name: 'schoolCodes',
          label: '邀请其他区域的学校',
          kind: 'custom',
          hint: '可不填。填学校代码（学校标识码），一行一个；联考建好后对方在首页看到邀请，接受后名单才复制进来，最晚到收答题卡的时间',
          render: ({ id, value, onChange, error: wrong }) => (
            <CodesField id={id} value={(value || []) as string[]} onChange={onChange} invalid={wrong !== undefined} />
          ),
        },
      ]}
    />
  )
}
