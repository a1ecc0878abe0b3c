//go:build release

package packaging

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shareDoc is the folder of documents in a package. Archives have them at their root.
const shareDoc = "usr/share/doc/axioma/"

func contents(t *testing.T, name string) map[string]string {
	t.Helper()
	switch path.Ext(name) {
	case ".zip":
		return readZip(t, name)
	case ".deb":
		unpack := exec.CommandContext(t.Context(), "dpkg-deb", "--fsys-tarfile", name)
		out, err := unpack.StdoutPipe()
		must(t, err)
		must(t, unpack.Start())
		files := readTar(t, out)
		must(t, unpack.Wait())
		return files
	default:
		file, err := os.Open(name)
		must(t, err)
		defer func() { _ = file.Close() }()
		unpacked, err := gzip.NewReader(file)
		must(t, err)
		return readTar(t, unpacked)
	}
}

func readTar(t *testing.T, from io.Reader) map[string]string {
	t.Helper()
	files := map[string]string{}
	for reader := tar.NewReader(from); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			_, err = io.Copy(io.Discard, from)
			must(t, err)
			return files
		}
		must(t, err)
		if header.Typeflag == tar.TypeReg {
			files[path.Clean(header.Name)] = document(t, header.Name, reader)
		}
	}
}

func readZip(t *testing.T, name string) map[string]string {
	t.Helper()
	archive, err := zip.OpenReader(name)
	must(t, err)
	defer func() { _ = archive.Close() }()
	files := map[string]string{}
	for _, file := range archive.File {
		content, err := file.Open()
		must(t, err)
		files[file.Name] = document(t, file.Name, content)
		must(t, content.Close())
	}
	return files
}

func document(t *testing.T, name string, content io.Reader) string {
	t.Helper()
	if path.Ext(name) != ".md" {
		return ""
	}
	text, err := io.ReadAll(content)
	must(t, err)
	return string(text)
}

var (
	linked  = regexp.MustCompile(`\]\(([^)\s#:]+)(?:#[^)]*)?\)`)
	pointed = regexp.MustCompile("`(?:/" + shareDoc + ")?((?:deploy|docs|packaging)/[\\w./-]*\\w)`")
)

func brokenLinks(files map[string]string) []string {
	var lacking []string
	for name, text := range files {
		if strings.HasPrefix(name, "docs/") && !strings.HasPrefix(name, "docs/operate/") && !strings.HasPrefix(name, "docs/manual/") ||
			!strings.HasSuffix(name, ".md") || name == "CONTRIBUTING.md" {
			continue
		}
		for _, link := range linked.FindAllStringSubmatch(text, -1) {
			if target := path.Join(path.Dir(name), link[1]); !hasFile(files, target) {
				lacking = append(lacking, name+" links to "+target)
			}
		}
		for _, file := range pointed.FindAllStringSubmatch(text, -1) {
			if !hasFile(files, file[1]) {
				lacking = append(lacking, name+" names "+file[1])
			}
		}
	}
	return lacking
}

func hasFile(files map[string]string, target string) bool {
	if _, there := files[target]; there {
		return true
	}
	for name := range files {
		if strings.HasPrefix(name, target+"/") {
			return true
		}
	}
	return false
}

func TestArchives_LinkedFiles_ArePacked(t *testing.T) {
	var archives []string
	for _, pattern := range []string{"*.tar.gz", "*.zip", "*.deb"} {
		found, err := filepath.Glob(filepath.Join(os.Getenv("AXIOMA_DIST"), pattern))
		must(t, err)
		archives = append(archives, found...)
	}
	if len(archives) != 8 {
		t.Fatalf("there are %d archives: %v; want 8", len(archives), archives)
	}
	for _, archive := range archives {
		t.Run(filepath.Base(archive), func(t *testing.T) {
			files := contents(t, archive)
			program := "axioma"
			switch path.Ext(archive) {
			case ".zip":
				program = "axioma.exe"
			case ".deb":
				program = "usr/bin/axioma"
			}
			if _, there := files[program]; !there {
				t.Errorf("the program is not at %s", program)
			}
			if path.Ext(archive) == ".deb" {
				files = filesBelow(files, shareDoc)
			}
			for _, wanted := range []string{"README.md", "LICENSE", "docs/operate/index.md", "docs/operate/wallets.md", "deploy/caddy/Caddyfile", "packaging/compose/postgres.yml"} {
				if _, there := files[wanted]; !there {
					t.Errorf("the package lacks %s", wanted)
				}
			}
			for _, lacking := range brokenLinks(files) {
				t.Error(lacking)
			}
		})
	}
}

func filesBelow(files map[string]string, folder string) map[string]string {
	found := map[string]string{}
	for name, text := range files {
		if rest, in := strings.CutPrefix(name, folder); in {
			found[rest] = text
		}
	}
	return found
}

func TestMissing_ListsAbsentFiles(t *testing.T) {
	const folder = "deploy"
	text := "[a](one.md) [b](two.md#part) `" + folder + "/x` `" + folder + "/y`"
	got := brokenLinks(map[string]string{"README.md": text, "one.md": "", folder + "/x/file": ""})
	slices.Sort(got)
	if want := []string{"README.md links to two.md", "README.md names " + folder + "/y"}; !slices.Equal(got, want) {
		t.Errorf("the missing files are %q, want %q", got, want)
	}
}
