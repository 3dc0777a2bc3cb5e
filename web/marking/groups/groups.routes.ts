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
    help: [
      '谁评哪道题，一份由几人评。',
      '逐题选老师和仲裁人；几人评、允许的分差在阅卷分组里设。',
      '扫描核对平衡后才能开启；开启后还可以加人。',
    ],
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
    help: [
      '按每份要评多久，把本科老师分到各组，工作量大致相同。',
      '时间从以前的考试学来，没有时按题型估计；暂停的老师不安排。',
      '看过再采用；采用后在“阅卷分组”里还可以改。',
    ],
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
    help: [
      '答卷按班发给本班的任课老师，或者不发给教这个班的老师。',
      '按班阅卷时，一个班也可以指定由别的老师评。',
      '开启阅卷前决定；开启后只能改回混合分发。',
    ],
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
    help: [
      '一组评哪些题，谁评、谁仲裁，人均多少。',
      '没有单独分组的题各自成一组，由本科全体老师评。',
      '三角是开启阅卷前要看的提醒，点组名看原因；阅卷中也可以调整。',
    ],
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
    help: [
      '这一组的题目、阅卷教师和组长。',
      '从这里修改、看账号和进度，或解散。',
      '解散后各题由本科全体老师评，已给的分都保留。',
    ],
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
    help: [
      '谁有账号、评了多少、手里还有多少。',
      '“定额”限制一位老师最多领多少份；“暂停”后不再领新答卷。',
      '暂停时手里没评的立即退回，由别人评；已给的分保留。',
    ],
    calls: [groups.groupMarkers, groups.markingGroups, groups.limitMarker, listExams],
  },
  {
    path: paths.groupQuality,
    under: paths.group,
    name: '质量要求',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./GroupQualityScreen.tsx')).GroupQualityScreen,
    help: [
      '这一组要不要试评、混入多少种子卷、抽查多少。',
      '选“要试评”后先不发正式答卷；选好试评卷再选“开始试评”。',
      '阅卷中也可以改，改了以后领取的答卷按新的要求。',
    ],
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
    help: ['选几道题由同一组老师评。', '已在别的组里的题会移过来。', '不选阅卷教师，就由本科全体老师评。'],
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
    help: [
      '改这一组的题目、教师和组长。',
      '去掉的题单独成组，仍由原来的老师评。',
      '阅卷中去掉一位老师，他手里没评的立即退回，已给的分保留。',
    ],
    calls: [groups.markingGroups, groups.saveMarkingGroup, listExams],
  },
]
