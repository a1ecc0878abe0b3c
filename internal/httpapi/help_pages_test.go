package httpapi

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHelpPages_EveryPageOfTheManual_IsServed(t *testing.T) {
	t.Parallel()
	pages := newSite(t).pages()
	files, err := filepath.Glob("../../docs/manual/*.md")
	if err != nil || len(files) < 12 {
		t.Fatalf("the manual has %d pages: %v; want at least 12", len(files), err)
	}
	index := getPage(pages, "/ayuda")
	for _, file := range files {
		address := "/ayuda/" + strings.TrimSuffix(filepath.Base(file), ".md")
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n")
		got := getPage(pages, address)
		if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "<h1>"+title+"</h1>") {
			t.Errorf("%s has the status %d or no heading %q", address, got.Code, title)
		}
		if !strings.Contains(index.Body.String(), `href="`+address+`"`) {
			t.Errorf("the index does not lead to %s", address)
		}
	}
}

func TestHelpPages_Response_HasNoScriptAndAnETag(t *testing.T) {
	t.Parallel()
	pages := newSite(t).pages()
	for address, kind := range map[string]string{
		"/ayuda": "text/html; charset=utf-8", "/ayuda/mensajes": "text/html; charset=utf-8", "/ayuda/ayuda.css": "text/css; charset=utf-8", "/ayuda/besley.ttf": "font/ttf",
	} {
		first := getPage(pages, address)
		tag := first.Header().Get("ETag")
		if first.Code != http.StatusOK || first.Header().Get("Content-Type") != kind || first.Header().Get("Cache-Control") != "no-cache" || tag == "" {
			t.Errorf("%s has the status %d and the headers %v; want 200, %s, no-cache and an ETag", address, first.Code, first.Header(), kind)
		}
		for _, forbiddenMarkup := range []string{"<script", " style=", "<style", "onclick"} {
			if strings.Contains(first.Body.String(), forbiddenMarkup) {
				t.Errorf("%s has %s, which the policy refuses", address, forbiddenMarkup)
			}
		}
		request := httptest.NewRequest(http.MethodGet, address, nil)
		request.Header.Set("If-None-Match", tag)
		again := httptest.NewRecorder()
		pages.ServeHTTP(again, request)
		if again.Code != http.StatusNotModified {
			t.Errorf("%s has the status %d the second time, want 304", address, again.Code)
		}
	}
}

func TestHelpPages_UnknownPage_IsNotFoundAndShowsTheIndex(t *testing.T) {
	t.Parallel()
	pages := newSite(t).pages()
	for _, address := range []string{"/ayuda/nada", "/ayuda/index.json", "/ayuda/%00"} {
		got := getPage(pages, address)
		if got.Code != http.StatusNotFound || !strings.Contains(got.Body.String(), `href="/ayuda/primeros-pasos"`) {
			t.Errorf("%s has the status %d, want 404 with a link to the manual", address, got.Code)
		}
	}
	if got := getPage(pages, "/ayuda/"); got.Code != http.StatusMovedPermanently || got.Header().Get("Location") != "/ayuda" {
		t.Errorf("/ayuda/ has the status %d and leads to %q; want 301 and %q", got.Code, got.Header().Get("Location"), "/ayuda")
	}
}
