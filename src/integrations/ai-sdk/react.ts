'use client';
export {};
