import { myUpload, myUploads } from '#shared/platform/file.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { jobAgain, jobsOfAll } from '#shared/platform/process.calls.ts'
import { listSchools } from '#shared/school/school.calls.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { platformPaths } from './platform.paths.ts'

/** Spec 2 §2.1. */
const uploaders = { userTypes: [3, 15], universityTypes: [3, 15] } as const

export const platformRoutes: readonly ScreenRoute[] = [
  {
    path: platformPaths.uploads,
    under: homePaths.centre,
    name: '文件上传',
    ...uploaders,
    load: async () => (await import('./UploadScreens.tsx')).UploadsScreen,
    help: [
      '您三十天内上传的文件，新的在前。',
      '“到齐”说明文件都收到了；没有到齐的，两天内在原来的页面重新选择同样的文件会接着传。',
      '文件怎样处理，在上传它的页面和右上角的任务列表里看。',
    ],
    calls: [myUploads],
  },
  {
    path: platformPaths.upload,
    under: platformPaths.uploads,
    name: '上传的文件',
    ...uploaders,
    load: async () => (await import('./UploadScreens.tsx')).UploadScreen,
    help: [
      '一次上传的文件，收到了哪些。',
      '超过二十个文件时只列出前二十个。',
      '名单、成绩表等文件一周后清除，扫描的答题卡一直保留。',
    ],
    calls: [myUpload],
  },
  {
    path: platformPaths.processes,
    under: homePaths.centre,
    name: '数据处理',
    userTypes: [-1],
    load: async () => (await import('./ProcessesScreen.tsx')).ProcessesScreen,
    help: [
      '所有学校的后台任务：十四天内失败的，和正在进行的。',
      '只生成文件或重新统计的任务可以从停下的那一步接着做；会改动数据的，请学校在原来的页面重新发起。',
      '重新处理记入该校的操作记录，结果归原来发起的人。',
    ],
    calls: [jobsOfAll, jobAgain, asyncStatus, listSchools],
  },
]
