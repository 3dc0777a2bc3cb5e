import { jointSchoolPeople } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { Trouble } from '#web/kit/refusals.ts'
import { NoticeScreen } from '#web/kit/screens/NoticeScreen.tsx'
import { knownUser } from '#web/kit/viewer.ts'

export const isBarred = (error: unknown): boolean => error instanceof Trouble && error.code === 403

/** A paper's scans in place of which is said who sees them, and where one's own part of the exam is. */
export const Unseen = ({ title }: { title: string }) => {
  const ofSchool = admits(jointSchoolPeople.userTypes, knownUser()?.userType ?? 0)
  return (
    <NoticeScreen
      title={title}
      empty={{
        title: '您看不到这一科的扫描',
        text: '只有考试的管理者和指定的扫描人员可以查看；联考里本校的扫描人员在“我校的联考”中指定。',
        action: ofSchool
          ? { name: '我校的联考', to: examPaths.ownParts }
          : { name: '返回考试列表', to: examPaths.list },
      }}
    />
  )
}
