(function (line) {
  var lacks = line.dataset.needs.split(' ').filter(function (path) {
    var names = path.split('.');
    var last = names.pop();
    var place = names.reduce(function (outer, name) {
      return outer && outer[name];
    }, window);
    return !place || !(last in place);
  });
  if (!(window.CSS && CSS.supports('color', 'light-dark(red,red)'))) lacks.push('light-dark() in CSS');
  line.querySelector('b').textContent = lacks.join(', ');
  line.hidden = !lacks.length;
  line.nextElementSibling.hidden = location.protocol !== 'file:';
})(document.getElementById('old-browser'));
