/** The public pages by address: the first script and the routes know no more of them. */
export type SitePage = {
  path: string
  /** In the title and the navigation. */
  name: string
  /** Not in the row of pages at the top. */
  aside?: boolean
}

export const sitePages: readonly SitePage[] = [
  { path: '/dong-honey', name: '产品' },
  { path: '/dong-teacher', name: '给教师' },
  { path: '/dong-student', name: '给学生和家长' },
  { path: '/dong-ability', name: '能力' },
  { path: '/dong-cooperation', name: '合作' },
  { path: '/dong-us', name: '关于我们' },
  { path: '/contact', name: '联系我们' },
  { path: '/studentInfo', name: '学生信息说明', aside: true },
  { path: '/v2/system/agreement', name: '用户注册协议', aside: true },
]

export const sitePaths: readonly string[] = sitePages.map((p) => p.path)
