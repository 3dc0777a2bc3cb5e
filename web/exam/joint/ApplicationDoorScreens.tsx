import { listOwnParts } from '#shared/exam/joint/part.calls.ts'
import type { ApplicationKind } from '#shared/exam/joint/application.types.ts'
import { showDate } from '#shared/kit/time.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, ErrorState } from '#web/kit/parts/States.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { applicationWords } from './applicationWords.ts'
import { applicationsPath, examPaths, ownApplicationsPath } from '../exam.paths.ts'
import { ChooseExam } from '../parts/ChooseExam.tsx'
import { useAreaSchools } from './useAreaSchools.ts'

/** An address that names no exam: a school's people choose where they apply, an area's where they decide. */
const doorOf = (kind: ApplicationKind) => {
  const { title } = applicationWords[kind]
  const ApplicationDoorScreen = () => {
    const { ofArea, ready, error } = useAreaSchools()
    if (!ready) return <Page title={title}>{error ? <ErrorState error={error} /> : <Bars rows={6} height={32} />}</Page>
    if (ofArea) return <ChooseExam title={title} pathOf={(examId) => applicationsPath(kind, examId)} />
    return (
      <ListScreen
        title={`${title}：请选择联考`}
        call={listOwnParts}
        rowKey={(p) => p.examId}
        rowTo={(p) => ownApplicationsPath(kind, p.examId)}
        columns={[
          { key: 'examName', name: '考试', value: (p) => p.examName, width: 200 },
          { key: 'organiser', name: '组织方', value: (p) => p.organiser },
          { key: 'examDate', name: '日期', value: (p) => showDate(p.examDate) },
        ]}
        empty={{
          title: '没有联考',
          text: '区域组织的联考选了本校以后，会出现在这里。',
          action: { name: '返回考试列表', to: examPaths.list },
        }}
      />
    )
  }
  return ApplicationDoorScreen
}
export const TeacherDoorScreen = doorOf('teacher')
export const AbsentDoorScreen = doorOf('absent')
export const TransientDoorScreen = doorOf('transient')
