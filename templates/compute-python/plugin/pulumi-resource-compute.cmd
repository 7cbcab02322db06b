@echo off
for %%e in ("%~dp0..\venv" "%~dp0..\.venv" "%VIRTUAL_ENV%") do if exist "%%~e\Scripts\pulumi-resource-compute.exe" (
  "%%~e\Scripts\pulumi-resource-compute.exe" %*
  exit /b
)
echo There is no pulumi-resource-compute in venv, in .venv or in an activated environment. 1>&2
exit /b 1
