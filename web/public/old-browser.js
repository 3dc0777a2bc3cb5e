/* Runs in every browser there ever was: says to those that cannot run the product where to get one that can. */
;(function () {
  var able =
    'noModule' in document.createElement('script') &&
    typeof Array.prototype.at === 'function' &&
    typeof Object.hasOwn === 'function' &&
    typeof window.structuredClone === 'function'
  if (able) return
  function show() {
    var box = document.createElement('div')
    box.id = 'old-browser'
    box.setAttribute('role', 'alertdialog')
    box.setAttribute('aria-label', '浏览器版本过低')
    box.style.cssText =
      'position:fixed;top:0;left:0;right:0;bottom:0;z-index:1000;background:#fff;color:#242424;padding:10% 24px;text-align:center;font:16px/28px sans-serif'
    box.innerHTML =
      '<h1 style="font-size:22px">浏览器版本过低</h1>' +
      '<p>当前浏览器无法使用本系统，请下载并安装新版浏览器，然后重新打开本页。</p>' +
      '<p><a href="https://www.microsoft.com/zh-cn/edge/download">下载 Edge</a> &nbsp; ' +
      '<a href="https://www.google.cn/chrome/">下载 Chrome</a> &nbsp; ' +
      '<a href="https://www.firefox.com.cn/">下载 Firefox</a></p>'
    document.body.appendChild(box)
  }
  if (document.body) show()
  else if (document.addEventListener) document.addEventListener('DOMContentLoaded', show)
  else window.attachEvent('onload', show)
})()
