/**
 * The public pages as data: what the product is, for whom, how to reach us, what is agreed. `{brand}` is the brand's
 * name, `{phone}` customer service. Nothing here is promised that the product does not do.
 */
import { homePaths } from '#web/kit/home.paths.ts'

export type SiteSection = {
  heading: string
  text?: string
  points?: readonly string[]
  /** Named steps, one after the other. */
  steps?: readonly { name: string; text: string }[]
}
export type SiteContent = {
  /** One of site.pages.ts. */
  path: string
  title: string
  lead: string
  /** A drawing beside the title. */
  picture?: 'sheet' | 'bars' | 'desk'
  action?: { name: string; to: string }
  sections: readonly SiteSection[]
}

const toSignIn = { name: '登录使用', to: homePaths.signIn }

export const siteContents: readonly SiteContent[] = [
  {
    path: '/dong-honey',
    title: '一张答题卡，走完一场考试',
    lead: '{brand}把答题卡的设计、印制、扫描、识别、阅卷、分析和发布放在一处。老师按平常的方式组织纸笔考试，其余交给系统。',
    picture: 'sheet',
    action: toSignIn,
    sections: [
      {
        heading: '一场考试怎样进行',
        steps: [
          { name: '准备', text: '选班级，名单在那一刻定下来；录入试题、分值和答案。' },
          { name: '答题卡', text: '按试卷自动排版，拖动即可调整，所见即所印；可以预填姓名和考号。' },
          { name: '扫描', text: '普通扫描仪、复印机或拍照都可以，图片、PDF、TIFF 和压缩包直接上传。' },
          { name: '阅卷', text: '按题分发，双评和仲裁，数字键给分，断网也不丢分。' },
          { name: '成绩', text: '两套独立的计算结果一致才能发布；学生看到自己的成绩和原卷。' },
        ],
      },
      {
        heading: '我们在意的三件事',
        points: [
          '每一页都有去向。扫描的页数与名单对不上，就不能开始阅卷，除非有人署名放行。',
          '拿不准就交给人。涂改、浅涂、污损的填涂不会被猜，统一进入待处理列表。',
          '每一分都可追溯。给分、改分、发布都有记录：谁、何时、为什么。',
        ],
      },
    ],
  },
  {
    path: '/dong-teacher',
    title: '把晚上还给老师',
    lead: '客观题扫完即判，主观题按题切好。您只需要看答案、给分。',
    picture: 'desk',
    action: toSignIn,
    sections: [
      {
        heading: '阅卷的时候',
        points: [
          '答案占满屏幕，数字键给分；满分、零分、空白、可疑、优秀各有一个键。',
          '后面三份答案已经提前取好，翻页不用等。',
          '可以放大、旋转、调对比度，在卷面上写批注；评分标准随手可看。',
          '网络断开时分数先存在本机，恢复后自动上传，不会重复。',
        ],
      },
      {
        heading: '考试之后',
        points: [
          '班级均分、难度、区分度和小题得分率，考完当天可看，每个数字都写明算法。',
          '讲评时按错误率排序，一键看到答错学生的原卷。',
          '答案改了可以重判：先看影响到谁、差多少，确认后才生效。',
        ],
      },
    ],
  },
  {
    path: '/dong-student',
    title: '看得懂的成绩，看得见的进步',
    lead: '打开手机就能看自己的成绩、原卷和每道题的得分，不下载任何东西。',
    picture: 'bars',
    action: { name: '查看成绩', to: homePaths.signIn },
    sections: [
      {
        heading: '您会看到',
        points: [
          '总分和各题得分，哪里做得好，哪里可以再练。',
          '自己的原卷：每一笔批改都在上面。',
          '学校允许时才有班级参考值；学校不允许排名，这里就没有排名。',
        ],
      },
      {
        heading: '家长怎样关联孩子',
        steps: [
          { name: '登录', text: '用学校发给您的账号登录，第一次会请您修改密码。' },
          { name: '关联', text: '在“账号设置 - 我的孩子”填写孩子的姓名和学号。' },
          { name: '查看', text: '关联成功后，用家长身份即可查看。有多个孩子可以随时切换。' },
        ],
      },
      {
        heading: '关于隐私',
        text: '成绩只对学生本人、已关联的家长和任课教师可见。人数太少、可能认出个人的统计不会显示。',
      },
    ],
  },
  {
    path: '/dong-ability',
    title: '说得清楚的能力',
    lead: '不罗列形容词。下面每一条，您都可以在自己的试卷上验证。',
    picture: 'bars',
    action: toSignIn,
    sections: [
      {
        heading: '识别',
        points: [
          '四个方向、倾斜、缩放、局部遮挡和阴影下都能定位；定位不了的页会说明原因。',
          '每个填涂单独判断，不用“选最黑的”来猜；介于两个阈值之间的交给人看。',
          '空白卷、别的考试的卷、重复页、缺页分别指出，不混进成绩。',
        ],
      },
      {
        heading: '统计',
        points: [
          '平均分、标准差、难度、区分度、信度、百分等级，定义写在报告里。',
          '等级赋分按省份方案配置，用精确的分数运算，最后一步才取整。',
          '图可以导出为图片，表可以导出为数据。',
        ],
      },
      {
        heading: '安全',
        points: [
          '密码在浏览器里加密后才发送，服务器只存不可还原的摘要。',
          '跨校、跨区的数据互不可见，每个接口都声明自己的范围并逐条测试。',
          '敏感操作与审计记录同时成功或同时失败。',
        ],
      },
      {
        heading: '部署',
        text: '可以运行在公有云的无服务器架构上，也可以在学校的一台电脑上完整运行。数据归学校所有，可以随时导出。',
      },
    ],
  },
  {
    path: '/dong-cooperation',
    title: '和您已有的系统一起工作',
    lead: '学校和区县大多已经有统一门户。{brand}作为其中的考试应用接入，不要求再建一套账号。',
    picture: 'desk',
    action: { name: '联系我们', to: '/contact' },
    sections: [
      {
        heading: '可以怎样接入',
        points: [
          '单点登录：支持 OpenID Connect、签名票据和授权码交换，由配置完成，不写代码。',
          '嵌入：可以隐藏页头、页脚和退出按钮，放进您的门户框架。',
          '品牌：域名、名称、标志、配色、身份名称和登录后的首页都可以按域名配置。',
        ],
      },
      {
        heading: '谁来合作',
        points: [
          '区县教育局：统考、联考和区域质量监测。',
          '学校：月考、周测和作业的数据留在本校。',
          '内容与设备伙伴：题库、扫描设备和印刷。',
        ],
      },
      {
        heading: '开始之前',
        steps: [
          { name: '说明需求', text: '告诉我们学校规模、考试频率和现有系统。' },
          { name: '试用一场', text: '用一次真实的小测验走完全程，再决定。' },
          { name: '接入', text: '双方交换参数，在测试域名验证后上线。' },
        ],
      },
    ],
  },
  {
    path: '/dong-us',
    title: '做一件小事：让分数经得起追问',
    lead: '考试结束后，家长问一句“这一分为什么扣”，学校应当拿得出答案。{brand}就是为这句话做的。',
    action: { name: '联系我们', to: '/contact' },
    sections: [
      {
        heading: '我们相信',
        points: [
          '纸笔考试还会长久存在，软件应该适应它，而不是改变它。',
          '机器可以快，但不可以替人做没有把握的判断。',
          '给老师用的东西，应当不用读说明书。',
        ],
      },
      {
        heading: '我们不做',
        points: ['不出售、不出租学生数据。', '不在学校不同意时公布排名。', '不用学生数据做广告。'],
      },
    ],
  },
  {
    path: '/contact',
    title: '联系我们',
    lead: '考试当天有急事，请直接打电话。',
    sections: [
      {
        heading: '客服电话',
        text: '{phone}。接通后请报学校名称和考试名称，可以更快找到问题。',
      },
      {
        heading: '打电话之前',
        points: [
          '忘记密码：在登录页点“忘记密码”，用已绑定的手机重设；没有绑定手机的，请学校管理员重置。',
          '页面打不开：先打开“环境检测”，把结果念给客服。',
          '扫描有异常页：在考试的“扫描”里查看每一页的说明，多数可以当场处理。',
        ],
      },
      { heading: '学校管理员', text: '教师和学生的账号由本校管理员开通和重置，客服不能代为修改成绩或密码。' },
    ],
  },
  {
    path: '/studentInfo',
    title: '学生信息怎样被使用',
    lead: '写给学生和家长：我们保存什么，谁看得到，怎样更正。',
    sections: [
      {
        heading: '保存什么',
        points: [
          '由学校提供：姓名、学号、年级和班级，性别可选。',
          '由考试产生：答题卡图片、每题得分和成绩。',
          '由家长填写：关联孩子时使用的姓名和学号，以及您绑定的手机或邮箱。',
        ],
      },
      {
        heading: '谁看得到',
        points: [
          '学生本人、已关联的家长。',
          '任课教师、年级和学校的管理者，范围由学校设定。',
          '联考时，主办方看到参加者的成绩，不看到您的联系方式。',
        ],
      },
      {
        heading: '怎样更正',
        text: '姓名、学号或班级有误，请联系班主任或学校管理员；更正后，以前考试的名单保持考试当时的样子，并注明更正。绑定的手机和邮箱可以在“账号设置”里自己更换。',
      },
    ],
  },
  {
    path: '/v2/system/agreement',
    title: '用户注册协议',
    lead: '使用{brand}前请阅读。与您关系最大的几条写在最前面。',
    sections: [
      {
        heading: '一、账号',
        points: [
          '教师、学生账号由学校开通。请在第一次登录时修改密码，不要把账号借给别人。',
          '在公共电脑上使用后请退出登录。发现账号被他人使用，请立即修改密码并联系管理员。',
          '连续输错密码会暂时锁定账号，这是为了保护您。',
        ],
      },
      {
        heading: '二、数据',
        points: [
          '考试数据归学校所有，我们受学校委托处理，不用于委托以外的目的。',
          '您的手机和邮箱只用于登录安全和找回密码。',
          '学校终止使用后，数据按学校的要求导出并删除。',
        ],
      },
      {
        heading: '三、使用规则',
        points: [
          '不得试图查看无权查看的成绩，不得干扰系统运行。',
          '给分、改分和发布等操作会被记录，记录不能删除。',
          '上传的内容应当与教学有关，并且您有权使用。',
        ],
      },
      {
        heading: '四、服务',
        text: '我们尽力保证考试期间服务可用。计划内的维护会提前通知，并避开考试时间。因不可抗力中断时，已确认的给分和成绩不会丢失。',
      },
      { heading: '五、其他', text: '协议变更会在登录页提示。未尽事宜按法律规定处理。联系电话：{phone}。' },
    ],
  },
]
