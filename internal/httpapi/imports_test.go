package httpapi

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"axioma/internal/importing"
	"axioma/internal/service/servicetest"
)

func importBody(t *testing.T, got answer) Import {
	t.Helper()
	var read Import
	if err := json.Unmarshal([]byte(got.body), &read); err != nil {
		t.Fatalf("reading the answer: %v in %s", err, got.body)
	}
	return read
}

func (s *site) advance() {
	s.t.Helper()
	if err := s.Cases.Imports.Advance(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

func TestImports_WholeWay_ImportsAndUndoes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file := "Nombre;Móvil;Alta;Cumple;Sellos;Publicidad\nAna López;612345678;azul;03/04/1990;12;Sí\nSin Teléfono;;rojo;05/06/1991;;\n"
	createdImport := importBody(t, s.call(asOwner, http.MethodPost, "/imports?fileName=C%3A%5Cfichas%5Cclientes.csv", file).has(http.StatusCreated))
	if createdImport.State != "CHECKING" || createdImport.FileName != "clientes.csv" || createdImport.Format != "CSV" || createdImport.Rows != 2 {
		t.Errorf("the uploaded file is %+v; want State CHECKING, FileName clientes.csv, Format CSV and Rows 2", createdImport)
	}
	path := "/imports/" + createdImport.ID
	s.advance()
	checkedImport := importBody(t, s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK))
	if checkedImport.State != "CHECKED" || checkedImport.Done != 2 || checkedImport.Result.New != 1 || checkedImport.Result.Skipped != 1 || checkedImport.Result.Owed != 1 || checkedImport.SkippedRows[0].Row != 3 {
		t.Errorf("the checked file is %+v, want one new and one skipped row", checkedImport)
	}
	s.call(asOwner, http.MethodPatch, path, `{"columns":[{"index":3,"field":"birthday"}],"unknownAsNote":true}`).has(http.StatusOK, `"state":"CHECKING"`)
	s.advance()
	s.call(asOwner, http.MethodPost, path+"/start", "").has(http.StatusConflict, "IMPORT_DATE_ORDER")
	s.call(asOwner, http.MethodPatch, path, `{"dateOrder":"MDY"}`).has(http.StatusOK, `"decided":false`)
	s.advance()
	mappedImport := importBody(t, s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK, `"dateOrder":{"decided":true,"order":"MDY"}`))
	if column := mappedImport.Columns[2]; column.Field != nil || column.FilledCells != 2 || strings.Join(column.Samples, " ") != "azul rojo" {
		t.Errorf("the unknown column is %+v, want no field and two samples", column)
	}
	stale := s.request(asOwner, http.MethodPost, path+"/start", "")
	stale.Header.Set("If-Match", `"1"`)
	s.send(stale).has(http.StatusConflict, "IMPORT_CHANGED")
	s.call(asOwner, http.MethodPost, path+"/start", "").has(http.StatusOK, `"state":"IMPORTING"`)
	s.call(asOwner, http.MethodDelete, path, "").has(http.StatusConflict, "IMPORT_STARTED")
	s.advance()
	s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK, `"state":"DONE"`, `"consentClaims":1`, `"samples":[]`)
	s.call(asOwner, http.MethodGet, "/customers?q=Ana", "").has(http.StatusOK, `"birthday":"1990-03-04"`, "Alta: azul")
	s.call(asOwner, http.MethodGet, path+"/rejects", "").has(http.StatusOK, "Nombre;Móvil;Alta;Fecha de nacimiento;Sellos;Publicidad;Motivo", "Sin Teléfono;;rojo;05/06/1991;;;Falta el teléfono.")
	s.call(asOwner, http.MethodPost, path+"/undo", "").has(http.StatusOK, `"state":"UNDOING"`)
	s.advance()
	s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK, `"state":"UNDONE"`, `"undone":{"removed":1,"restored":0,"kept":0,"reasons":[]}`)
	s.call(asOwner, http.MethodGet, "/customers?q=Ana", "").has(http.StatusOK, `"items":[]`)
	s.call(asOwner, http.MethodPost, path+"/undo", "").has(http.StatusConflict, "IMPORT_UNDONE")
}

func TestImports_SamePerson_ImportsTheRowOfAnotherName(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	customer := servicetest.CustomerWithPhone(t, s.Shop, "María López", "+34612345678").ID
	createdImport := importBody(t, s.call(asOwner, http.MethodPost, "/imports?fileName=clientes.csv", "Nombre;Móvil;Sellos\nMari;612345678;7\n").has(http.StatusCreated))
	path := "/imports/" + createdImport.ID
	s.advance()
	checkedImport := importBody(t, s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK))
	want := ImportOtherName{Row: 2, Name: "Mari", CustomerID: customer, CustomerName: "María López"}
	if len(checkedImport.OtherNames) != 1 || checkedImport.OtherNames[0] != want || checkedImport.Result.Skipped != 1 {
		t.Errorf("the checked file is %+v, want the row offered as %+v", checkedImport, want)
	}
	s.call(asOwner, http.MethodPatch, path, `{"samePerson":[{"row":2,"customerId":"`+customer+`"}]}`).has(http.StatusOK, `"state":"CHECKING"`, `"otherNames":[]`)
	s.advance()
	s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK, `"samePerson":true`, `"skipped":0`)
	s.call(asOwner, http.MethodPost, path+"/start", "").has(http.StatusOK)
	s.advance()
	s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK, `"state":"DONE"`, `"openingStamps":7`, `"otherNames":[]`)
	s.call(asOwner, http.MethodGet, "/customers/"+customer, "").has(http.StatusOK, `"name":"María López"`)
}

func zipParts(t *testing.T, parts map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, content := range parts {
		part, err := archive.Create(name)
		if err == nil {
			_, err = part.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zipBomb(t *testing.T, megabytes int) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	zeros := make([]byte, 1<<20)
	for name, blocks := range map[string]int{"xl/workbook.xml": 1, "xl/worksheets/sheet1.xml": megabytes} {
		part, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		for range blocks {
			if err == nil {
				_, err = part.Write(zeros)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestImports_HostileFile_IsRefusedAndChangesNothing(t *testing.T) {
	s := newSite(t)
	macros := zipParts(t, map[string][]byte{"xl/workbook.xml": []byte("<workbook/>"), "xl/vbaProject.bin": []byte("x")})
	quotes := "Nombre;Teléfono\n" + strings.Repeat(`"`, importing.MaxBytes-100)
	before := s.dumpWithoutKeys()
	for name, test := range map[string]struct{ body, want string }{
		"zip bomb":           {string(zipBomb(t, 500)), "ocupa demasiado al abrirlo"},
		"macros":             {string(macros), "lleva macros"},
		"10 MB of quotes":    {quotes, "comillas"},
		"an old workbook":    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("x", 100), "Excel antiguo (.xls)"},
		"binary data":        {strings.Repeat("\x01\x00\xff", 100), "No es un archivo de texto"},
		"an archive":         {string(zipParts(t, map[string][]byte{"a.txt": []byte("x")})), "archivo comprimido (ZIP)"},
		"a damaged workbook": {"PK\x03\x04" + strings.Repeat("x", 100), "está dañado"},
		"no header":          {"612345678\n613345678\n", "fila de títulos"},
		"an empty file":      {"\n", "está vacío"},
	} {
		t.Run(name, func(t *testing.T) {
			siteCopy := *s
			siteCopy.t = t
			var start, end runtime.MemStats
			runtime.ReadMemStats(&start)
			problem := siteCopy.call(asOwner, http.MethodPost, "/imports", test.body).has(http.StatusUnprocessableEntity).problem()
			runtime.ReadMemStats(&end)
			if problem.Code != "IMPORT_UNREADABLE" || !strings.Contains(problem.Message, test.want) {
				t.Errorf("refused with %s: %s; want IMPORT_UNREADABLE and %q in it", problem.Code, problem.Message, test.want)
			}
			if grown := (end.TotalAlloc - start.TotalAlloc) >> 20; grown > 300 {
				t.Errorf("reading the file allocated %d MB, want at most 300", grown)
			}
		})
	}
	mustNotChange(t, before, s.dumpWithoutKeys())
}

func TestImports_Formulas_StayTexts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	createdImport := importBody(t, s.call(asOwner, http.MethodPost, "/imports", "Nombre;Teléfono;Notas\n=cmd|'/c calc'!A1;;=1+1\n").has(http.StatusCreated))
	s.advance()
	s.call(asOwner, http.MethodGet, "/imports/"+createdImport.ID+"/rejects", "").has(http.StatusOK, "'=cmd|'/c calc'!A1;;'=1+1")
}

func TestImports_OtherBusiness_IsNotFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := ofImport("CHECKED", "")(s)
	for _, act := range []struct{ method, path string }{
		{http.MethodGet, path}, {http.MethodDelete, path}, {http.MethodPost, path + "/start"}, {http.MethodPost, path + "/undo"}, {http.MethodGet, path + "/rejects"},
	} {
		s.call(asForeignOwner, act.method, act.path, "").has(http.StatusNotFound, "IMPORT_NOT_FOUND")
	}
}
