import { examDetail, listExams, paperPlace } from '#shared/exam/exam.calls.ts'
import * as pools from '#shared/marking/groups/class.calls.ts'
import * as groups from '#shared/marking/groups/group.calls.ts'
import * as calls from '#shared/marking/marking.calls.ts'
import * as seed from '#shared/marking/quality/seed.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from '../marking.paths.ts'

/** Groups of markers and who marks what. */
export const groupsRoutes: readonly ScreenRoute[] = [
  {
    path: paths.arrange,
    within: 'paperId',
    // Without a paper these ask for one.
    also: [
      '/v2/check-paper-arrange',
      '/v2/exam-management/detail/read-arrange',
      '/v2/exam-management/detail/adjust-read-arrange',
    ],
    name: '阅卷安排',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./ArrangeScreen.tsx')).ArrangeScreen,
    calls: [
      calls.arrangement,
      groups.setReadTime,
      examDetail,
      listExams,
      asyncStatus,
      paperPlace,
      calls.openMarking,
      calls.saveArrangement,
      pools.setSchoolRule,
    ],
  },
  {
    path: paths.automatic,
    within: 'paperId',
    // Without a paper these ask for one.
    also: ['/v2/check-paper-arrange/automatic-arrange', '/v2/exam-management/detail/read-arrange/automatic-arrange'],
    name: '自动安排',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./AutomaticScreen.tsx')).AutomaticScreen,
    calls: [groups.automaticArrangement, groups.arrangeGroups, listExams],
  },
  {
    path: paths.classPools,
    under: paths.groups,
    // Without a paper it asks for one.
    also: ['/v2/check-paper-arrange/class-arrange'],
    name: '按班阅卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./ClassPoolsScreen.tsx')).ClassPoolsScreen,
    calls: [pools.markClasses, pools.setMarkType, pools.addMarkClass, listExams],
  },
  {
    path: paths.groups,
    within: 'paperId',
    // Without a paper these ask for one.
    also: [paths.chooseGroups, '/v2/read-paper-group/list'],
    name: '阅卷分组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./GroupsScreen.tsx')).GroupsScreen,
    calls: [groups.markingGroups, groups.setPrincipals, groups.setMobileMarkSwitch, examDetail, listExams],
  },
  {
    path: paths.group,
    under: paths.groups,
    also: ['/v2/read-paper-group/detail/manage'],
    name: '阅卷组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./GroupScreen.tsx')).GroupScreen,
    calls: [
      groups.markingGroups,
      groups.removeMarkingGroup,
      groups.saveMarkingGroup,
      groups.saveSettling,
      listExams,
      asyncStatus,
    ],
  },
  {
    path: paths.groupAccounts,
    under: paths.group,
    also: ['/v2/read-paper-group/detail/account-manage'],
    name: '阅卷教师',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./GroupAccountsScreen.tsx')).GroupAccountsScreen,
    calls: [groups.groupMarkers, groups.markingGroups, groups.limitMarker, listExams],
  },
  {
    path: paths.groupQuality,
    under: paths.group,
    name: '质量要求',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./GroupQualityScreen.tsx')).GroupQualityScreen,
    calls: [seed.groupQuality, seed.saveGroupQuality, listExams],
  },
  {
    path: paths.addGroup,
    under: paths.groups,
    also: ['/v2/read-paper-group/add'],
    name: '新建阅卷组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./GroupFormScreen.tsx')).GroupFormScreen,
    calls: [groups.markingGroups, groups.saveMarkingGroup, listExams],
  },
  {
    path: paths.editGroup,
    under: paths.group,
    also: ['/v2/read-paper-group/edit'],
    name: '修改阅卷组',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./GroupFormScreen.tsx')).GroupFormScreen,
    calls: [groups.markingGroups, groups.saveMarkingGroup, listExams],
  },
]
