package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"axioma/internal/webui"
)

const renderScriptStub = `globalThis.render = (wanted) => {
	const { path, query, shown } = JSON.parse(wanted)
	if (shown.business?.name === 'broken' || query?.next && shown.session) throw new Error('cannot be rendered')
	const { fields, problem, registered, asked, session, ways } = shown
	const sent = problem ?? registered ?? asked ?? session ?? fields ? '|' + JSON.stringify({ fields, problem, registered, asked, session }) : ''
	if (path === '/login') return JSON.stringify({ html: JSON.stringify(shown) })
	if (shown.legal !== undefined) return JSON.stringify({ html: [path, query?.bid ?? 'none', '', ''].join('|') + '|by ' + (shown.legal ? shown.legal.businessName + ', ' + shown.legal.legalName : 'no business') })
	if (path === '/portal') query.bid += ' to ' + query.next + ' by ' + Object.keys(ways).filter((way) => ways[way] === true)
	return JSON.stringify({ title: '', html: [path, query?.bid ?? 'none', shown.business?.name, shown.business?.status].join('|') + sent })
}
globalThis.readSignIn = (sent) => {
	const { phone, birthday = null, code = '', way = '' } = JSON.parse(sent).fields
	return JSON.stringify({ body: { phone, birthday, code, way }, problems: phone === '' ? [{ field: 'phone', message: 'Escribe tu móvil.' }] : [] })
}
globalThis.readRegistration = (sent) => {
	const { business, fields } = JSON.parse(sent)
	const { name, phone, birthday = null } = fields
	return JSON.stringify({
		body: { businessId: business.id, name, phone, birthday, acceptedPrivacy: 'privacy' in fields, whatsappOptIn: 'whatsapp' in fields },
		problems: phone === 'wrong' ? [{ field: 'phone', message: 'No es un móvil.' }] : [],
	})
}`

func (s *site) pages(changes ...func(*Options)) http.Handler {
	s.t.Helper()
	ui, err := webui.NewFromFS(fstest.MapFS{
		".server-render.js": {Data: []byte(renderScriptStub)}, ".drawn.html": {Data: []byte("rendered:{{.HTML}}")},
		"public.html": {Data: []byte("as built")}, "index.html": {Data: []byte("staff")},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	options := Options{Log: s.log(), Ready: s.Store.Ready, FixedBusiness: s.Business.ID}
	for _, change := range changes {
		change(&options)
	}
	return New(s.Cases, options).Pages(ui)
}

func getPage(handler http.Handler, address string) *httptest.ResponseRecorder {
	got := httptest.NewRecorder()
	handler.ServeHTTP(got, httptest.NewRequest(http.MethodGet, address, nil))
	return got
}

func TestCustomerPages_Form_IsRenderedWithItsBusiness(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	id, name := s.Business.ID, s.Business.Name
	for address, want := range map[string]string{
		"/public/register?bid=" + id:                  "rendered:/public/register|" + id + "|" + name + "|ACTIVE",
		"/public/register?bid=%20" + id + "%20&utm=x": "rendered:/public/register|" + id + "|" + name + "|ACTIVE",
		"/qr":                            "rendered:/qr|none|" + name + "|ACTIVE",
		"/public/qr":                     "rendered:/qr|none|" + name + "|ACTIVE",
		"/app/qr?x=1":                    "rendered:/qr|none|" + name + "|ACTIVE",
		"/qr?cid=somebody":               "as built",
		"/qr/":                           "as built",
		"/portal":                        "rendered:/portal| to  by code,email,message||",
		"/portal/?next=%2Fportal%2Fdata": "rendered:/portal| to  by code,email,message||",
		"/portal?next=%2Fportal%2Fpoints&bid=" + id: "rendered:/portal|" + id + " to /portal/points by code,email,message|" + name + "|ACTIVE",
		"/portal?bid=unknown":                       "rendered:/portal|- to  by code||",
		"/portal?bid=%00":                           "rendered:/portal|- to  by code||",
		"/portal/points":                            "as built",
		"/logout":                                   "staff",
	} {
		got := getPage(pages, address)
		if got.Code != http.StatusOK || got.Body.String() != want || got.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s shows %d %q, want %q", address, got.Code, got.Body, want)
		}
	}
	s.Suspend()
	if got := getPage(pages, "/public/register?bid="+id); got.Code != http.StatusForbidden || !strings.HasSuffix(got.Body.String(), "|SUSPENDED") {
		t.Errorf("the form of a suspended business: %d %s, want 403", got.Code, got.Body)
	}
	if got := getPage(pages, "/portal?bid="+id); got.Code != http.StatusForbidden || !strings.HasSuffix(got.Body.String(), "|SUSPENDED") {
		t.Errorf("the portal of a suspended business: %d %s, want 403", got.Code, got.Body)
	}
}

func TestCustomerPages_UnknownBusiness_AnswersNotFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages(func(o *Options) { o.FixedBusiness = "" })
	for address, want := range map[string]string{
		"/public/register":                               "rendered:/public/register|||",
		"/public/register?bid=%20":                       "rendered:/public/register|||",
		"/public/register?bid=unknown":                   "rendered:/public/register|-||",
		"/public/register?bid=" + url.QueryEscape("<b>"): "rendered:/public/register|-||",
		"/public/register?bid=%00%ff":                    "rendered:/public/register|-||",
		"/qr":                                            "rendered:/qr|none||",
	} {
		if got := getPage(pages, address); got.Code != http.StatusNotFound || got.Body.String() != want {
			t.Errorf("%s shows %d %q, want %q", address, got.Code, got.Body, want)
		}
	}
}

func TestCustomerPages_RenderFailure_ServesTheUnrenderedPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOwner, http.MethodPatch, "/business", `{"name":"broken"}`).has(http.StatusOK)
	if got := getPage(s.pages(), "/public/register?bid="+s.Business.ID); got.Code != http.StatusOK || got.Body.String() != "as built" {
		t.Errorf("when rendering fails the page shows %d %q, want the page as built", got.Code, got.Body)
	}
	if !strings.Contains(s.logOutput.String(), "cannot be rendered") {
		t.Errorf("the log does not say that the page cannot be rendered: %s", s.logOutput)
	}
}
