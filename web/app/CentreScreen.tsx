import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import { showDate } from '#shared/kit/time.ts'
import { reportingTasks } from '#shared/exam/joint/reporting.calls.ts'
import { areaOfficers, companyKeepers, jointOrganisers, jointSchoolPeople } from '#shared/kit/people.ts'
import { admits } from '#shared/kit/userType.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { whyBarred } from '#shared/school/roster/scope.rules.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { AreaPartsSeen } from '#web/exam/joint/area/AreaPartsSeen.public.tsx'
import { AnswersWaiting } from '#web/exam/joint/AnswersWaiting.public.tsx'
import { ApplicationsWaiting } from '#web/exam/joint/ApplicationsWaiting.public.tsx'
import { DeletionsWaiting } from '#web/exam/DeletionsWaiting.public.tsx'
import { CutsWaiting } from '#web/marking/cut/CutsWaiting.public.tsx'
import { OwnPartsWaiting } from '#web/exam/joint/OwnPartsWaiting.public.tsx'
import { UploadsWaiting } from '#web/scan/uploading/UploadsWaiting.public.tsx'
import { SettingWaiting } from '#web/exam/setting/SettingWaiting.public.tsx'
import { ExamsAtWork, OwnExams } from '#web/exam/ExamsAtWork.public.tsx'
import { openUploadTasks } from '#shared/scan/uploading/uploader.calls.ts'
import { childRequests } from '#shared/identity/accounts/childRequest.calls.ts'
import { settingsPath } from '#web/identity/identity.paths.ts'
import { RequestsWaiting } from '#web/identity/accounts/RequestsWaiting.public.tsx'
import { typeLabel } from '#web/identity/typeLabel.public.tsx'
import { brand } from '#web/kit/brand.ts'
import { arriving } from '#web/kit/chunks.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { Bars, EmptyState } from '#web/kit/parts/States.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { TasksWaiting } from '#web/marking/TasksWaiting.public.tsx'
import { RunningJobs } from '#web/platform/JobList.public.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { SchoolsSeen } from '#web/school/SchoolsSeen.public.tsx'
import { schoolPaths } from '#web/school/school.paths.ts'
import { awaitingOf } from './awaiting.ts'
import { menuIcons, otherIcon } from './menuIcons.tsx'
import { useMenu } from './shellState.ts'

const useStyles = makeStyles({
  single: { maxWidth: '880px' },
  main: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXL, minWidth: 0, maxWidth: '1200px' },
  links: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 40%), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalL,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    fontWeight: tokens.fontWeightSemibold,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '& svg': { color: tokens.colorBrandForeground1 },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
})

const settlers = childRequests.userTypes
const scanners = openUploadTasks.userTypes

// What was published last follows what waits.
const newest = () => import('#web/analysis/Newest.public.tsx')
const NewestOfClasses = lazy(() => arriving(async () => ({ default: (await newest()).NewestOfClasses })))
const NewestOfSchool = lazy(() => arriving(async () => ({ default: (await newest()).NewestOfSchool })))
const LockedAccounts = lazy(() =>
  arriving(async () => ({ default: (await import('#web/identity/signIn/LockedAccounts.public.tsx')).LockedAccounts })),
)
const ExamsOfAll = lazy(() =>
  arriving(async () => ({ default: (await import('#web/exam/ExamsOfAll.public.tsx')).ExamsOfAll })),
)
const FailedJobs = lazy(() =>
  arriving(async () => ({ default: (await import('#web/platform/FailedJobs.public.tsx')).FailedJobs })),
)
const RegistersWaiting = lazy(() =>
  arriving(async () => ({
    default: (await import('#web/school/operations/RegistersWaiting.public.tsx')).RegistersWaiting,
  })),
)
const OwnNewest = lazy(() =>
  arriving(async () => ({ default: (await import('#web/learning/OwnNewest.public.tsx')).OwnNewest })),
)

const OfFamily = ({ ofChild }: { ofChild: boolean }) => (
  <>
    <Suspense fallback={<Bars rows={2} height={64} />}>
      <OwnNewest ofChild={ofChild} />
    </Suspense>
    <OwnExams />
  </>
)

/** Who helps all schools. */
const operators = [-1, 1, 18, 19]
/** Who answers for a school's results: principal, directors, heads of subjects. */
const answersFor = [9, 10, 11, 12, 20]

/** The home: what waits for one, what is under way, what came last. It repeats nothing of the menu. */
export const CentreScreen = () => {
  const styles = useStyles()
  const { user } = useSession()
  const menu = useMenu()
  if (!user) return null
  const at = serverNow()
  const links = menu.filter((r) => r.menu?.segment !== 'center')
  const has = (segment: string): boolean => links.some((r) => r.menu?.segment === segment)
  const isFamily = user.userType === 4 || user.userType === 5
  const childless = user.studentId === '-1'
  const child = user.userType === 5 && !childless ? user.nickname : undefined
  const makes = [2, 3, 15].includes(user.userType) && user.schoolId !== undefined
  // Who manages a school's exams is led through the first one.
  const leads = user.userType === 2 || user.userType === 15
  const exams = has('exam') && (isFamily || user.schoolId !== undefined || user.areaName !== undefined)
  // Operators and bureaus look after many schools, none of them their own.
  const many = !isFamily && user.schoolId === undefined && has('school') && admits(listSchools.userTypes, user.userType)
  const next =
    many && whyBarred('school', user.userType) === null
      ? [{ name: '添加学校', to: schoolPaths.add, primary: true }]
      : []
  return (
    <Page
      title={[user.schoolName ?? user.areaName ?? typeLabel(user.userType), showDate(at)].join(' · ')}
      facts={[
        { name: typeLabel(user.userType), value: user.userName },
        ...(child ? [{ name: '孩子', value: child }] : []),
      ]}
      actions={makes ? [{ name: '新建考试', to: examPaths.add, primary: user.userType !== 3 }] : next}
    >
      <div className={mergeClasses(styles.main, isFamily && styles.single)}>
        {has('read-paper') && <TasksWaiting leads={!makes || user.userType === 3} />}
        {user.schoolId !== undefined && settlers.includes(user.userType) && (
          <RequestsWaiting schoolId={user.schoolId} />
        )}
        {exams && !isFamily && admits(scanners, user.userType) && <UploadsWaiting />}
        {user.schoolId !== undefined && admits(jointSchoolPeople.userTypes, user.userType) && <OwnPartsWaiting />}
        {exams && user.schoolId === undefined && admits(jointOrganisers.userTypes, user.userType) && (
          <>
            <DeletionsWaiting />
            <CutsWaiting />
            <ApplicationsWaiting />
            {admits(reportingTasks.userTypes, user.userType) && <AnswersWaiting />}
          </>
        )}
        {exams &&
          user.areaName !== undefined &&
          user.schoolId === undefined &&
          admits(areaOfficers.userTypes, user.userType) && <AreaPartsSeen />}
        {exams && !isFamily && user.schoolId !== undefined && <SettingWaiting />}
        {exams &&
          (isFamily ? (
            <OfFamily ofChild={user.userType === 5} />
          ) : (
            <ExamsAtWork mayMake={makes} schoolId={leads ? user.schoolId : undefined} />
          ))}
        <Suspense fallback={null}>
          {operators.includes(user.userType) && (
            <>
              <ExamsOfAll />
              <LockedAccounts />
              <FailedJobs />
            </>
          )}
          {admits(companyKeepers.userTypes, user.userType) && user.schoolId === undefined && <RegistersWaiting />}
          {exams && user.userType === 3 && <NewestOfClasses />}
          {exams && answersFor.includes(user.userType) && <NewestOfSchool />}
        </Suspense>
        {many && <SchoolsSeen mayAdd={whyBarred('school', user.userType) === null} />}
        {!isFamily && <RunningJobs />}
        {exams || many || operators.includes(user.userType) ? null : links.length === 0 ? (
          <EmptyState
            empty={
              childless
                ? {
                    title: '还没有关联孩子',
                    text: '用孩子的姓名、学号和学校发的邀请码关联；没有邀请码时由学校审核。',
                    action: { name: '关联孩子', to: settingsPath('my-children') },
                  }
                : awaitingOf(user.userType, brand.phone)
            }
          />
        ) : (
          <nav className={styles.links} aria-label="功能">
            {links.map((r) => (
              <Link key={r.path} to={r.path} className={styles.link}>
                {r.menu?.icon ? menuIcons[r.menu.icon] : otherIcon}
                {r.menu?.text ?? r.name}
              </Link>
            ))}
          </nav>
        )}
      </div>
    </Page>
  )
}
