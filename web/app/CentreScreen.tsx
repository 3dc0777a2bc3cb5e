import { makeStyles, tokens } from '@fluentui/react-components'
import { Link } from 'react-router'
import { showDate } from '#shared/kit/time.ts'
import { ExamsAtWork, OwnExams } from '#web/exam/ExamsAtWork.public.tsx'
import { childRequests } from '#shared/identity/childRequest.calls.ts'
import { settingsPath } from '#web/identity/identity.paths.ts'
import { RequestsWaiting } from '#web/identity/RequestsWaiting.public.tsx'
import { typeLabel } from '#web/identity/typeLabel.public.tsx'
import { brand } from '#web/kit/brand.ts'
import { Page } from '#web/kit/parts/Page.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { serverNow } from '#web/kit/ports.ts'
import { TasksWaiting } from '#web/marking/TasksWaiting.public.tsx'
import { JobList } from '#web/platform/JobList.public.tsx'
import { useSession } from '#web/kit/viewer.ts'
import { awaitingOf } from './awaiting.ts'
import { menuIcons, otherIcon } from './menuIcons.tsx'
import { useMenu } from './shellState.ts'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  single: { maxWidth: '880px' },
  main: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  sub: { margin: 0, color: tokens.colorNeutralForeground3 },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
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
  panel: {
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
})

const greeting = (ms: number): string => {
  const hour = Math.floor((ms + 8 * 3_600_000) / 3_600_000) % 24
  return hour < 5 ? '夜深了' : hour < 11 ? '早上好' : hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好'
}

const settlers = childRequests.userTypes

/** The home: who one is, where one can go, what waits, what is still running. */
export const CentreScreen = () => {
  const styles = useStyles()
  const { user } = useSession()
  const menu = useMenu()
  if (!user) return null
  const at = serverNow()
  const links = menu.filter((r) => r.menu?.segment !== 'center')
  const has = (segment: string): boolean => links.some((r) => r.menu?.segment === segment)
  const own = user.userType === 4 || user.userType === 5
  const childless = user.studentId === '-1'
  const child = user.userType === 5 && !childless ? user.nickname : undefined
  const makes = [2, 3, 15].includes(user.userType) && user.schoolId !== undefined
  return (
    <Page title={`${greeting(at)}，${user.userName}`}>
      <p className={styles.sub}>
        {[child && `孩子：${child}`, user.schoolName ?? user.areaName, typeLabel(user.userType), showDate(at)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={own ? styles.single : styles.columns}>
        <div className={styles.main}>
          {has('read-paper') && <TasksWaiting heading={<h2 className={styles.heading}>等您评阅</h2>} />}
          {user.schoolId !== undefined && settlers.includes(user.userType) && (
            <RequestsWaiting schoolId={user.schoolId} heading={<h2 className={styles.heading}>等您审核</h2>} />
          )}
          {has('exam') && (own || user.schoolId !== undefined || user.areaName !== undefined) && (
            <>
              <h2 className={styles.heading}>{own ? '我的考试' : '最近的考试'}</h2>
              {own ? <OwnExams /> : <ExamsAtWork mayMake={makes} />}
            </>
          )}
          {links.length === 0 ? (
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
        {!own && (
          <section aria-labelledby="jobs" className={styles.panel}>
            <h2 className={styles.heading} id="jobs">
              我的任务
            </h2>
            <JobList most={5} />
          </section>
        )}
      </div>
    </Page>
  )
}
