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
    calls: [myUploads],
  },
  {
    path: platformPaths.upload,
    under: platformPaths.uploads,
    name: '上传的文件',
    ...uploaders,
    load: async () => (await import('./UploadScreens.tsx')).UploadScreen,
    calls: [myUpload],
  },
  {
    path: platformPaths.processes,
    under: homePaths.centre,
    name: '数据处理',
    userTypes: [-1],
    load: async () => (await import('./ProcessesScreen.tsx')).ProcessesScreen,
    calls: [jobsOfAll, jobAgain, asyncStatus, listSchools],
  },
]
