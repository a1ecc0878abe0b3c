package webui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"io/fs"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func app() *UI {
	files := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html": "staff page", "public.html": "public page", "app-version.json": `{"version":"1"}`, "favicon.svg": "<svg/>", "manifest.webmanifest": "{}",
		"assets/app-1a2b.js": "plain script", "assets/app-1a2b.js.br": "brotli script", "assets/app-1a2b.js.gz": "gzip script",
		"assets/only-3c.css": "plain style", "assets/only-3c.css.gz": "gzip style", "assets/reader-4d.wasm": "wasm", "assets/font-5e.woff2": "font",
		".secret": "hidden", "assets/.secret": "hidden",
	} {
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return newTestUI(files)
}

func newTestUI(files fs.FS) *UI {
	ui, err := NewFromFS(files)
	if err != nil {
		panic(err)
	}
	return ui
}

func ask(method, path, encodings string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, nil)
	request.Header.Set("Accept-Encoding", encodings)
	for header := range slices.Chunk(headers, 2) {
		request.Header.Set(header[0], header[1])
	}
	recorder := httptest.NewRecorder()
	app().ServeHTTP(recorder, request)
	return recorder
}

func TestFiles_AcceptEncoding_ChoosesTheBest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, accepts, body, encoding string }{
		{"/assets/app-1a2b.js", "gzip, deflate, br", "brotli script", "br"},
		{"/assets/app-1a2b.js", "gzip", "gzip script", "gzip"},
		{"/assets/app-1a2b.js", "", "plain script", ""},
		{"/assets/app-1a2b.js", "deflate", "plain script", ""},
		{"/assets/only-3c.css", "br, gzip", "gzip style", "gzip"},
		{"/assets/only-3c.css", "br", "plain style", ""},
		{"/index.html", "br, gzip", "staff page", ""},
		{"/assets/app-1a2b.js", "br;q=0, gzip", "gzip script", "gzip"},
		{"/assets/app-1a2b.js", "br; q=0.0, gzip;q=0", "plain script", ""},
		{"/assets/app-1a2b.js", "br;q=0.5, gzip;q=0.8", "gzip script", "gzip"},
		{"/assets/app-1a2b.js", "gzip;q=0.8, br;q=0.8", "brotli script", "br"},
		{"/assets/app-1a2b.js", "*", "brotli script", "br"},
		{"/assets/app-1a2b.js", "br;q=0, *;q=0.1", "gzip script", "gzip"},
		{"/assets/app-1a2b.js", "*;q=0, GZIP", "gzip script", "gzip"},
		{"/assets/app-1a2b.js", "identity, br;q=often", "plain script", ""},
		{"/assets/app-1a2b.js", ", br;q=1;q=0, brotli, x-gzip", "plain script", ""},
		{"/logout", "br;q=0, gzip", "staff page", ""},
	} {
		got := ask(http.MethodGet, c.path, c.accepts)
		if got.Code != http.StatusOK || got.Body.String() != c.body || got.Header().Get("Content-Encoding") != c.encoding {
			t.Errorf("%s with the encodings %q: got %d %q in %q; want 200, %q and %q", c.path, c.accepts, got.Code, got.Body, got.Header().Get("Content-Encoding"), c.body, c.encoding)
		}
		if got.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: a cache could mix up the encodings", c.path)
		}
	}
}

func TestFiles_IfNoneMatch_AnswersNotModified(t *testing.T) {
	t.Parallel()
	tags := map[string]string{}
	for _, c := range []struct{ path, accepts string }{
		{"/assets/app-1a2b.js", "br"}, {"/assets/app-1a2b.js", "gzip"}, {"/assets/app-1a2b.js", ""},
		{"/logout", "br"}, {"/app/customers", "br"}, {"/portal", ""}, {"/manifest.webmanifest", ""},
	} {
		first := ask(http.MethodGet, c.path, c.accepts)
		tag := first.Header().Get("ETag")
		if body := first.Body.String(); len(tag) != 34 || tag[0] != '"' || tags[tag] != "" && tags[tag] != body {
			t.Errorf("%s with the encodings %q has the tag %s, as has %q, want a quoted tag per content", c.path, c.accepts, tag, tags[tag])
		}
		tags[tag] = first.Body.String()
		for _, ifNoneMatch := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				got := ask(method, c.path, c.accepts, "If-None-Match", ifNoneMatch)
				if got.Code != http.StatusNotModified || got.Body.Len() != 0 || got.Header().Get("ETag") != tag ||
					got.Header().Get("Cache-Control") != first.Header().Get("Cache-Control") || got.Header().Get("Vary") != "Accept-Encoding" {
					t.Errorf("%s of %s with the known tag %s: got %d %q %v; want 304 without a body, with the same headers", method, c.path, ifNoneMatch, got.Code, got.Body, got.Header())
				}
			}
		}
		if got := ask(http.MethodGet, c.path, c.accepts, "If-None-Match", `"other"`); got.Code != http.StatusOK || got.Body.String() != first.Body.String() {
			t.Errorf("%s with another tag: got %d %q, want 200 with the same page", c.path, got.Code, got.Body)
		}
	}
	if len(tags) != 6 {
		t.Errorf("%d contents have the tags %v, want one each", 6, tags)
	}
	// Another build has the page under the same name.
	rebuilt := newTestUI(fstest.MapFS{"index.html": {Data: []byte("newer page")}})
	request := httptest.NewRequest(http.MethodGet, "/logout", nil)
	request.Header.Set("If-None-Match", ask(http.MethodGet, "/logout", "").Header().Get("ETag"))
	got := httptest.NewRecorder()
	rebuilt.ServeHTTP(got, request)
	if got.Code != http.StatusOK || got.Body.String() != "newer page" {
		t.Errorf("after another build: got %d %q, want 200 with the newer page", got.Code, got.Body)
	}
}

func TestFiles_Range_AnswersPartialContent(t *testing.T) {
	t.Parallel()
	const path = "/assets/app-1a2b.js"
	tag := ask(http.MethodGet, path, "br").Header().Get("ETag")
	for _, c := range []struct {
		accepts, part, unless string
		code                  int
		body                  string
	}{
		{"", "bytes=0-4", "", http.StatusPartialContent, "plain"},
		{"", "bytes=-6", "", http.StatusPartialContent, "script"},
		{"br", "bytes=0-5", tag, http.StatusPartialContent, "brotli"},
		{"br", "bytes=0-5", `"other"`, http.StatusOK, "brotli script"},
		{"gzip", "bytes=0-5", tag, http.StatusOK, "gzip script"}, // a part of another encoding does not match
		{"", "bytes=50-", "", http.StatusRequestedRangeNotSatisfiable, "invalid range: failed to overlap\n"},
	} {
		got := ask(http.MethodGet, path, c.accepts, "Range", c.part, "If-Range", c.unless)
		if got.Code != c.code || got.Body.String() != c.body {
			t.Errorf("%s with the encodings %q, if %s: got %d %q; want %d and %q", c.part, c.accepts, c.unless, got.Code, got.Body, c.code, c.body)
		}
		if c.code == http.StatusPartialContent && got.Header().Get("Content-Length") != fmt.Sprint(len(c.body)) {
			t.Errorf("the part %s has the length %s", c.part, got.Header().Get("Content-Length"))
		}
	}
}

func TestFiles_NotFound_HasNoETag(t *testing.T) {
	t.Parallel()
	got := ask(http.MethodGet, "/foo.png", "", "Accept", "text/html", "If-None-Match", "*")
	if got.Code != http.StatusNotFound || got.Body.String() != "staff page" || got.Header().Get("ETag") != "" {
		t.Errorf("a missing file returns %d %q, with the headers %v", got.Code, got.Body, got.Header())
	}
}

// Spec: calls-37
func TestFiles_Headers_HaveTypeAndCacheControl(t *testing.T) {
	t.Parallel()
	const forever, askAgain = "public, max-age=31536000, immutable", "no-cache"
	for path, want := range map[string][2]string{
		"/assets/app-1a2b.js": {"text/javascript; charset=utf-8", forever}, "/assets/only-3c.css": {"text/css; charset=utf-8", forever},
		"/assets/reader-4d.wasm": {"application/wasm", forever}, "/assets/font-5e.woff2": {"font/woff2", forever},
		"/": {"text/html; charset=utf-8", askAgain}, "/app/customers": {"text/html; charset=utf-8", askAgain}, "/app-version.json": {"application/json", askAgain},
		"/manifest.webmanifest": {"application/manifest+json", askAgain}, "/favicon.svg": {"image/svg+xml", askAgain},
	} {
		got := ask(http.MethodGet, path, "br").Header()
		if got.Get("Content-Type") != want[0] || got.Get("Cache-Control") != want[1] {
			t.Errorf("%s is %q, %q; want %q", path, got.Get("Content-Type"), got.Get("Cache-Control"), want)
		}
	}
}

// Spec: routes-13, routes-14
func TestPages_Paths_HaveTheirPage(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/login": "public page", "/logout": "staff page", "/login/x": "staff page", "/app/customers/abc": "staff page", "/staff/checkin?cid=abc": "staff page", "/nowhere": "staff page", "/publicity": "staff page",
		"/": "public page", "/legal/aviso": "public page", "/legal/nowhere": "public page", "/legally": "staff page", "/public/register?bid=a": "public page", "/r/k7m3xp": "public page", "/qr": "public page", "/public/qr": "public page", "/app/qr": "public page", "/app/public/qr": "public page", "/qr/abc": "public page", "/app/qr/abc": "public page", "/app/public/qr/abc": "public page", "/portal": "public page", "/portal/points": "public page",
	} {
		if got := ask(http.MethodGet, path, ""); got.Code != http.StatusOK || got.Body.String() != want {
			t.Errorf("%s shows %d %q, want %q", path, got.Code, got.Body, want)
		}
	}
}

func TestFiles_Missing_AnswersNotFound(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/assets/gone.js", "/assets/app-1a2b.js.br", "/assets/app-1a2b.js.gz", "/assets/.secret"} {
		if got := ask(http.MethodGet, path, "br"); got.Code != http.StatusNotFound || strings.Contains(got.Body.String(), "page") {
			t.Errorf("%s: got %d %q, want 404", path, got.Code, got.Body)
		}
	}
	emptyUI := newTestUI(fstest.MapFS{})
	recorder := httptest.NewRecorder()
	emptyUI.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
	if recorder.Code != http.StatusNotFound || !strings.Contains(recorder.Body.String(), "falta construir") {
		t.Errorf("without a built app: got %d %q, want 404 with an explanation", recorder.Code, recorder.Body)
	}
}

// Spec: routes-29
func TestFiles_UnknownFileName_IsNoPage(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/foo.png", "/sitemap.xml", "/index.php", "/.well-known/security.txt", "/.well-known/assetlinks", "/.env", "/app/customers/foo.js", "/qr/a.png"} {
		if got := ask(http.MethodGet, path, "br"); got.Code != http.StatusNotFound || strings.Contains(got.Body.String(), "page") {
			t.Errorf("%s: got %d %q, want 404", path, got.Code, got.Body)
		}
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			request := httptest.NewRequest(method, path, nil)
			request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
			got := httptest.NewRecorder()
			app().ServeHTTP(got, request)
			// The page leads people to the start page.
			if shown := got.Body.String() == "staff page" || got.Body.String() == "public page"; got.Code != http.StatusNotFound || shown != (method == http.MethodGet) {
				t.Errorf("a browser's %s of %s: got %d %q; want 404, with the page for a GET", method, path, got.Code, got.Body)
			}
			if got.Header().Get("Content-Type") != "text/html; charset=utf-8" || got.Header().Get("Cache-Control") != "no-cache" {
				t.Errorf("the page at %s has the headers %v", path, got.Header())
			}
		}
	}
}

func TestFiles_BrowsersAndCrawlers_FindTheirFiles(t *testing.T) {
	t.Parallel()
	const folder = "../../web/public"
	ui := newTestUI(os.DirFS(folder))
	for path, want := range map[string]string{
		"/robots.txt": "text/plain; charset=utf-8", "/favicon.ico": "image/x-icon", "/favicon.svg": "image/svg+xml", "/apple-touch-icon.png": "image/png",
		"/icon-512.png":         "image/png", // Google Wallet shows it for a business whose own picture it cannot fetch
		"/manifest.webmanifest": "application/manifest+json", "/portal.webmanifest": "application/manifest+json",
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			got := httptest.NewRecorder()
			ui.ServeHTTP(got, httptest.NewRequest(method, path, nil))
			if got.Code != http.StatusOK || got.Header().Get("Content-Type") != want || got.Header().Get("Content-Length") == "0" {
				t.Errorf("%s of %s: got %d, %q; want 200 with type and length", method, path, got.Code, got.Header().Get("Content-Type"))
			}
		}
	}
	for file, start := range map[string]string{"/manifest.webmanifest": "/staff/checkin", "/portal.webmanifest": "/portal/points"} {
		var manifest struct {
			StartURL string `json:"start_url"`
			Icons    []struct{ Src, Sizes, Type, Purpose string }
		}
		content, err := os.ReadFile(folder + file)
		if err != nil || json.Unmarshal(content, &manifest) != nil || manifest.StartURL != start || len(manifest.Icons) == 0 {
			t.Fatalf("the manifest is not complete: %s, %v", content, err)
		}
		maskableCount := 0
		for _, icon := range manifest.Icons {
			picture, err := os.ReadFile(folder + icon.Src)
			if err != nil {
				t.Errorf("an icon is missing: %v", err)
			}
			if size, err := png.DecodeConfig(bytes.NewReader(picture)); icon.Type == "image/png" && (err != nil || fmt.Sprintf("%dx%d", size.Width, size.Height) != icon.Sizes) {
				t.Errorf("the icon %s is %v (%v), want %s", icon.Src, size, err, icon.Sizes)
			}
			if icon.Purpose == "maskable" {
				maskableCount++
				expectNothingAtTheEdges(t, icon.Src, picture)
			}
		}
		if maskableCount == 0 {
			t.Errorf("%s has no maskable icon: phones show it small on a white plate", file)
		}
	}
}

// expectNothingAtTheEdges looks outside of a circle, which every icon mask keeps.
func expectNothingAtTheEdges(t *testing.T, name string, content []byte) {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	size := picture.Bounds().Dx()
	ground := picture.At(0, 0)
	if _, _, _, alpha := ground.RGBA(); alpha != 0xffff {
		t.Errorf("the background of %s is transparent", name)
	}
	for x := range size {
		for y := range size {
			fromCentre := math.Hypot(float64(2*x-size), float64(2*y-size)) / float64(2*size)
			if fromCentre > 0.4 && picture.At(x, y) != ground {
				t.Fatalf("%s has something at %d, %d, which may be cut off", name, x, y)
			}
		}
	}
}

// Spec: routes-29
func TestRobots_CustomerAndStaffPaths_AreDisallowed(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../web/public/robots.txt")
	if err != nil {
		t.Fatal(err)
	}
	var disallowRules []*regexp.Regexp
	var allowPrefixes []string
	for line := range strings.Lines(string(content)) {
		if path, found := strings.CutPrefix(strings.TrimSpace(line), "Disallow: "); found {
			disallowRules = append(disallowRules, regexp.MustCompile("^"+strings.ReplaceAll(regexp.QuoteMeta(path), `\*`, ".*")))
		}
		if path, found := strings.CutPrefix(strings.TrimSpace(line), "Allow: "); found {
			allowPrefixes = append(allowPrefixes, path)
		}
	}
	for path, open := range map[string]bool{
		"/": true, "/login": true, "/legal/privacidad": true, "/public/register": true, "/public/register?bid=demo": true, "/qr": true, "/public/qr": true,
		"/favicon.svg": true, "/assets/app.js": true,
		"/api/wallet/google/callback": true, "/api/wallet/google/pictures/a.png": true, "/api/wallet/v1/log": false, "/api/wallet/google": false,
		"/api/public/customers/a/qr.png": false, "/app": false, "/app/customers/a": false, "/staff/checkin?cid=a": false, "/cpanel": false, "/portal?bid=a": true, "/portal": true, "/portal/points": false,
		"/qr?cid=a": false, "/public/qr?x=1&cid=a": false, "/qr?customerId=a": false,
	} {
		hit := slices.ContainsFunc(disallowRules, func(rule *regexp.Regexp) bool { return rule.MatchString(path) })
		hit = hit && !slices.ContainsFunc(allowPrefixes, func(start string) bool { return strings.HasPrefix(path, start) })
		if hit == open {
			t.Errorf("%s is refused: %t", path, hit)
		}
	}
}

func TestFiles_PathTraversal_IsRefused(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/../webui.go", "/assets/../../webui.go", "/..%2fwebui.go", "/%2e%2e/webui.go", "/.secret", "//etc/passwd", "/assets/..%5c..%5cwebui.go", "/\x00"} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.URL.Path = strings.NewReplacer("%2f", "/", "%2e", ".", "%5c", `\`).Replace(path)
		recorder := httptest.NewRecorder()
		app().ServeHTTP(recorder, request)
		if body := recorder.Body.String(); strings.Contains(body, "package") || strings.Contains(body, "hidden") || strings.Contains(body, "root:") {
			t.Errorf("%s shows a hidden file: %q", path, body)
		}
	}
}

func TestFiles_OtherMethods_AreRefused(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		if got := ask(method, "/", ""); got.Code != http.StatusMethodNotAllowed || got.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: got %d, want 405", method, got.Code)
		}
	}
	if got := ask(http.MethodHead, "/assets/app-1a2b.js", ""); got.Code != http.StatusOK || got.Body.Len() != 0 || got.Header().Get("Content-Length") != "12" {
		t.Errorf("HEAD: got %d with %d bytes, Content-Length %s; want 200, 0 and 12", got.Code, got.Body.Len(), got.Header().Get("Content-Length"))
	}
}
