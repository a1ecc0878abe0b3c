package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTable_Rows_ShowTargetAndVerdict(t *testing.T) {
	got := table([]row{
		atLeast("check-ins", 4000, 4000, "/s"),
		atLeast("reads", 9999, 10_000, "/s"),
		below("p99", 39.94, 40, " ms"),
		below("start", 150, 150, " ms"),
		atMost("round trips", 4, 4),
		atMost("round trips", 5, 4),
		information("size", "30 MB"),
	})
	var words []string
	for line := range strings.Lines(got) {
		words = append(words, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"check-ins 4,000/s at least 4,000/s reached",
		"reads 9,999/s at least 10,000/s not reached",
		"p99 39.9 ms below 40 ms reached",
		"start 150 ms below 150 ms not reached",
		"round trips 4 at most 4 reached",
		"round trips 5 at most 4 not reached",
		"size 30 MB",
	}
	if !slices.Equal(words, want) {
		t.Errorf("the table is wrong:\n%s", got)
	}
}

func TestNumber(t *testing.T) {
	for value, want := range map[float64]string{0: "0", 3.14159: "3.1", 40: "40", 149.6: "150", 4321: "4,321", 1234567: "1,234,567"} {
		if got := number(value); got != want {
			t.Errorf("number(%v) = %q, want %q", value, got, want)
		}
	}
}

func TestReadMemory(t *testing.T) {
	now, highest, err := readMemory("Name:\taxioma\nVmHWM:\t   30000 kB\nVmRSS:\t   20000 kB\n")
	if err != nil || now != 20_000*1024 || highest != 30_000*1024 {
		t.Errorf("readMemory = %v, %v, %v; want %v and %v", now, highest, err, 20_000*1024, 30_000*1024)
	}
	if _, _, err := readMemory("VmRSS:\tmuch\n"); err == nil {
		t.Error("a memory size without a number was read")
	}
}

func TestQRID(t *testing.T) {
	if id, err := qrID([]byte(`{"id":"1","name":"Ana","qrUrl":"/api/public/customers/abc123/qr.png"}`)); err != nil || id != "abc123" {
		t.Errorf("qrID = %q, %v; want abc123", id, err)
	}
	for _, body := range []string{``, `{}`, `{"qrUrl":""}`, `{"qrUrl":"/api/public/customers/cut`, `{"qrUrl":"/api/public/customers//qr.png"}`} {
		if id, err := qrID([]byte(body)); err == nil {
			t.Errorf("qrID(%q) = %q, want an error", body, id)
		}
	}
}

func TestEagerModules_LazyImports_AreLeftOut(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{
		"public.html":          `<script type="module" crossorigin src="/assets/public-1.js"></script><link rel="modulepreload" href="/assets/react-2.js"><link rel="stylesheet" href="/assets/public-3.css">`,
		"assets/public-1.js":   `import{r as e}from"./react-2.js";import"./polyfill-4.js";const t=()=>import("./scanner-5.js");`,
		"assets/react-2.js":    `export{a}from'../assets/shared-6.js';`,
		"assets/polyfill-4.js": ``,
		"assets/shared-6.js":   `const a=()=>import('./lazy-7.js');export{a};`,
	} {
		write(t, filepath.Join(folder, name), content)
	}
	modules, err := eagerModules(folder, "public.html")
	slices.Sort(modules)
	want := []string{"/assets/polyfill-4.js", "/assets/public-1.js", "/assets/react-2.js", "/assets/shared-6.js"}
	if err != nil || !slices.Equal(modules, want) {
		t.Errorf("the modules are %v, %v; want %v", modules, err, want)
	}
}

func TestEagerModules_NoScript_IsAnError(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "public.html"), "<p>nothing</p>")
	if modules, err := eagerModules(folder, "public.html"); err == nil {
		t.Errorf("the modules are %v, want an error", modules)
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
