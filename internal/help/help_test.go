package help_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"axioma/docs/manual"
	"axioma/internal/help"
)

func files(pages map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	var names []string
	for name, content := range pages {
		fsys[name+".md"] = &fstest.MapFile{Data: []byte(content)}
		names = append(names, `"`+name+`"`)
	}
	fsys["index.json"] = &fstest.MapFile{Data: []byte(`[{"title":"Todo","pages":[` + strings.Join(names, ",") + `]}]`)}
	return fsys
}

func body(t *testing.T, pages map[string]string, name string) string {
	t.Helper()
	read, err := help.Read(files(pages), "/ayuda/")
	if err != nil {
		t.Fatal(err)
	}
	page, found := read.Page(name)
	if !found {
		t.Fatalf("there is no page %s", name)
	}
	return string(page.Body)
}

func TestRead_Manual_HasEveryPageWithWholeLinks(t *testing.T) {
	t.Parallel()
	read, err := help.Read(manual.Files(), "/ayuda/")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range read.Sections() {
		for _, page := range section.Pages {
			if page.Title == "" || len(page.Body) < 200 || len(page.Headings) == 0 {
				t.Errorf("%s has the title %q, %d headings and %d bytes", page.Name, page.Title, len(page.Headings), len(page.Body))
			}
			for _, forbidden := range []string{":::", "<!--", ".md", "raw HTML"} {
				if strings.Contains(string(page.Body), forbidden) {
					t.Errorf("%s shows %q", page.Name, forbidden)
				}
			}
		}
	}
}

func TestRead_LinksAndHeadings_LeadToServedPages(t *testing.T) {
	t.Parallel()
	got := body(t, map[string]string{
		"uno": "# Uno\n\n## ¿Qué se envía?\n\n[dos](dos.md), [parte](dos.md#la-parte), [aquí](#qué-se-envía), [fuera](https://example.com/)",
		"dos": "# Dos\n\n## La parte\n",
	}, "uno")
	for _, want := range []string{
		`<h2 id="qué-se-envía">`, `href="/ayuda/dos"`, `href="/ayuda/dos#la-parte"`, `href="#qu%C3%A9-se-env%C3%ADa"`, `href="https://example.com/"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing from %s", want, got)
		}
	}
}

func TestRead_BrokenPages_AreRefused(t *testing.T) {
	t.Parallel()
	for name, pages := range map[string]map[string]string{
		"no such page":                        {"uno": "# Uno\n\n[dos](dos.md)"},
		"a link to a page outside the manual": {"uno": "# Uno\n\n[más](../operations.md)"},
		"no such heading":                     {"uno": "# Uno\n\n[parte](#otra)"},
		"no title":                            {"uno": "Sin título"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := help.Read(files(pages), "/ayuda/"); err == nil {
				t.Error("the broken page was rendered")
			}
		})
	}
	t.Run("a page that the index forgets", func(t *testing.T) {
		t.Parallel()
		fsys := files(map[string]string{"uno": "# Uno"})
		fsys["dos.md"] = &fstest.MapFile{Data: []byte("# Dos")}
		if _, err := help.Read(fsys, "/ayuda/"); err == nil {
			t.Error("a page that the index omits was rendered")
		}
	})
}

func TestRead_BoxesPicturesAndHTML_BecomePlainMarkdown(t *testing.T) {
	t.Parallel()
	got := body(t, map[string]string{
		"uno": "# Uno\n\n::: tip Un *consejo*\nPulsa **Guardar**.\n\n- así\n:::\n\n<!-- picture uno: Lo que se ve. -->\n\n<script>alert(1)</script>\n\n| a | b |\n|---|---|\n| c | d |\n",
	}, "uno")
	for _, want := range []string{"<blockquote>", "<strong>Guardar</strong>", "<li>así</li>", "<td>d</td>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing from %s", want, got)
		}
	}
	for _, forbiddenText := range []string{"Lo que se ve", "<script>"} {
		if strings.Contains(got, forbiddenText) {
			t.Errorf("%s must not be in %s", forbiddenText, got)
		}
	}
}
